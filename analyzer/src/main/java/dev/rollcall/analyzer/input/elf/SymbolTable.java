package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The functions of a module (System V Application Binary Interface, chapter 4, "Symbol Table"). The table stays in the file and is
 * searched anew for each address: a job asks for few. Not thread-safe.
 */
final class SymbolTable {
    private static final int ENTRY_BYTES = 24;
    private static final int FUNCTION = 2;
    private static final int INDIRECT_FUNCTION = 10;
    private static final int GLOBAL = 1;
    private static final int WEAK = 2;

    /** What compilers append to the name of a part or a copy of a function. */
    private static final Pattern COPY =
            Pattern.compile("(?:\\.(?:constprop|isra|part|cold|lto_priv|localalias)(?:\\.\\d+)?)+$");

    private final ElfBytes symbols;
    private final ElfBytes names;
    private final StepLimit steps;

    private SymbolTable(ElfBytes symbols, ElfBytes names, StepLimit steps) {
        this.symbols = symbols;
        this.names = names;
        this.steps = steps;
    }

    /**
     * Reads a file's table.
     *
     * @param section {@code .symtab}, or {@code .dynsym} with the exported functions alone
     */
    static SymbolTable of(ElfFile file, String section, StepLimit steps) throws IOException {
        return new SymbolTable(file.section(section), file.linkedFrom(section), steps);
    }

    /**
     * Returns the name of the function at an address.
     *
     * @param address the address as the file has it, not where it was loaded
     * @param start where the function begins; -1 if unknown
     * @return the name without what compilers append to it; empty if no function contains the address and begins there
     */
    String function(long address, long start) throws IOException {
        int best = -1;
        long name = 0;
        symbols.at(0);
        while (symbols.remaining() >= ENTRY_BYTES) {
            steps.take(1);
            long text = symbols.u32();
            int info = symbols.u8();
            symbols.skip(1);
            int section = symbols.u16();
            long value = symbols.i64();
            long size = symbols.i64();
            int type = info & 0xF;
            boolean here = start >= 0 ? value == start : address >= value && address - value < size;
            if (here && section != 0 && (type == FUNCTION || type == INDIRECT_FUNCTION)) {
                // A weak name is another one for a global function.
                int rank = info >> 4 == GLOBAL ? 2 : info >> 4 == WEAK ? 1 : 0;
                if (rank > best) {
                    best = rank;
                    name = text;
                }
            }
        }
        return best < 0 ? "" : COPY.matcher(names.at(name).text()).replaceFirst("");
    }
}
