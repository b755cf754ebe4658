package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The lines of one compilation unit: a header with the names of files, and a program for a machine whose registers are an address, a
 * file and a line (DWARF 5, section 6.2; versions 2 to 5). Not thread-safe.
 */
final class LineUnit {
    private static final long WIDE = 0xFFFFFFFFL;
    private static final int OLDEST = 2;
    private static final int NEWEST = 5;

    /** The sections in which a unit finds its bytes: the lines, and texts that several units share. */
    record Sections(ElfBytes lines, ElfBytes lineTexts, ElfBytes texts) {}

    /** Takes the rows of a program, each one instruction and its line; the last one of a sequence is behind its end. */
    interface Rows {
        /**
         * Takes a row.
         *
         * @param row the machine after the row
         * @return whether the program goes on
         */
        boolean row(State row, boolean end);
    }

    /**
     * The machine before an instruction of the program.
     *
     * @param position where the instruction is in the unit
     * @param operation the number of the operation at the address, where an instruction of the processor has several
     */
    record State(int position, long address, long operation, long file, long line) {}

    private final Sections sections;
    private final StepLimit steps;
    private final ElfBytes unit;
    private final int version;
    private final boolean wide;
    private final int instructionBytes;
    private final int operations;
    private final int lineBase;
    private final int lineRange;
    private final int opcodeBase;
    private final int[] operands;
    private final int names;
    private final int program;

    /** Reads the header of the unit at the position of the section of lines, and goes behind the unit. */
    static LineUnit next(Sections sections, StepLimit steps) throws IOException {
        ElfBytes lines = sections.lines();
        long length = lines.u32();
        boolean wide = length == WIDE;
        return new LineUnit(sections, steps, wide, lines.next(wide ? lines.i64() : length));
    }

    private LineUnit(Sections sections, StepLimit steps, boolean wide, ElfBytes unit) throws IOException {
        this.sections = sections;
        this.steps = steps;
        this.wide = wide;
        this.unit = unit;
        this.version = unit.u16();
        if (version < OLDEST || version > NEWEST) {
            // What follows has a form of which nothing is known: a unit without a program.
            this.names = 0;
            this.program = unit.position() + unit.remaining();
            this.instructionBytes = 1;
            this.operations = 1;
            this.lineBase = 0;
            this.lineRange = 1;
            this.opcodeBase = 1;
            this.operands = new int[1];
            return;
        }
        if (version >= 5) {
            unit.skip(2);
        }
        long headerBytes = offset(unit);
        long behind = unit.position() + headerBytes;
        this.instructionBytes = unit.u8();
        this.operations = version >= 4 ? Math.max(1, unit.u8()) : 1;
        unit.skip(1);
        this.lineBase = (byte) unit.u8();
        this.lineRange = unit.u8();
        this.opcodeBase = unit.u8();
        if (lineRange == 0 || opcodeBase == 0) {
            throw new IOException("a program of lines without lines or opcodes");
        }
        this.operands = new int[opcodeBase];
        for (int opcode = 1; opcode < opcodeBase; opcode++) {
            operands[opcode] = unit.u8();
        }
        this.names = unit.position();
        unit.at(behind);
        this.program = unit.position();
    }

    private long offset(ElfBytes from) throws IOException {
        return wide ? from.i64() : from.u32();
    }

    /** Returns where the program begins in the unit. */
    int program() {
        return program;
    }

    /** Returns the machine at the start of a sequence. */
    static State sequence(int position) {
        return new State(position, 0, 0, 1, 1);
    }

    /**
     * Runs the program up to the end of one sequence, or until the rows need no more.
     *
     * @return where it went on; -1 at the end of the unit
     */
    int run(State start, Rows rows) throws IOException {
        unit.at(start.position());
        long address = start.address();
        long operation = start.operation();
        long file = start.file();
        long line = start.line();
        while (unit.remaining() > 0) {
            steps.take(1);
            int opcode = unit.u8();
            long advance = 0;
            boolean row = false;
            if (opcode >= opcodeBase) {
                advance = (opcode - opcodeBase) / lineRange;
                line += lineBase + (opcode - opcodeBase) % lineRange;
                row = true;
            } else {
                switch (opcode) {
                    case 0 -> {
                        long length = unit.uleb();
                        ElfBytes extended = unit.next(length);
                        int kind = extended.u8();
                        if (kind == 1) {
                            rows.row(new State(unit.position(), address, operation, file, line), true);
                            return unit.remaining() > 0 ? unit.position() : -1;
                        }
                        if (kind == 2) {
                            address = extended.remaining() >= 8 ? extended.i64() : extended.u32();
                            operation = 0;
                        }
                    }
                    case 1 -> row = true;
                    case 2 -> advance = unit.uleb();
                    case 3 -> line += unit.sleb();
                    case 4 -> file = unit.uleb();
                    case 8 -> advance = (255 - opcodeBase) / lineRange;
                    case 9 -> {
                        address += unit.u16();
                        operation = 0;
                    }
                    default -> {
                        for (int i = 0; i < operands[opcode]; i++) {
                            unit.uleb();
                        }
                    }
                }
            }
            address += instructionBytes * ((operation + advance) / operations);
            operation = (operation + advance) % operations;
            if (row && !rows.row(new State(unit.position(), address, operation, file, line), false)) {
                break;
            }
        }
        return unit.remaining() > 0 ? unit.position() : -1;
    }

    /**
     * Returns the path of a file by its number in the rows, as far as the unit has it; empty where it has none. Before version 5 the
     * folder of the compilation is not in the unit.
     */
    String path(long file) throws IOException {
        unit.at(names);
        return version < 5 ? oldPath(file) : newPath(file);
    }

    private String oldPath(long file) throws IOException {
        int folders = unit.position();
        while (unit.skipText() > 0) {
            steps.take(1);
        }
        for (long number = 1; ; number++) {
            steps.take(1);
            if (number == file) {
                String name = unit.text();
                return name.isEmpty() ? "" : joined(oldFolder(folders, unit.uleb()), name);
            }
            if (unit.skipText() == 0) {
                return "";
            }
            unit.uleb();
            unit.uleb();
            unit.uleb();
        }
    }

    private String oldFolder(int start, long wanted) throws IOException {
        int position = unit.position();
        unit.at(start);
        String folder = "";
        for (long number = 1; number <= wanted; number++) {
            folder = unit.text();
            if (folder.isEmpty()) {
                break;
            }
        }
        unit.at(position);
        return folder;
    }

    /** An entry of the tables of version 5: a text, and for a file its folder's number. */
    private record Entry(String text, long folder) {}

    private static final Entry NO_ENTRY = new Entry("", 0);

    private String newPath(long file) throws IOException {
        int folders = unit.position();
        entry(-1);
        Entry found = entry(file);
        if (found.text().isEmpty()) {
            return "";
        }
        unit.at(folders);
        String folder = entry(found.folder()).text();
        unit.at(folders);
        return joined(joined(entry(0).text(), folder), found.text());
    }

    /** Goes past a table of folders or files; returns one of its entries. */
    private Entry entry(long wanted) throws IOException {
        int columns = unit.u8();
        long[] contents = new long[columns];
        long[] forms = new long[columns];
        for (int i = 0; i < columns; i++) {
            contents[i] = unit.uleb();
            forms[i] = unit.uleb();
        }
        long count = unit.uleb();
        Entry found = NO_ENTRY;
        for (long number = 0; number < count && columns > 0; number++) {
            steps.take(columns);
            String text = "";
            long folder = 0;
            for (int i = 0; i < columns; i++) {
                if (number == wanted && contents[i] == 1) {
                    text = text(forms[i]);
                } else if (number == wanted && contents[i] == 2) {
                    folder = number(forms[i]);
                } else {
                    skip(forms[i]);
                }
            }
            if (number == wanted) {
                found = new Entry(text, folder);
            }
        }
        return found;
    }

    /** Returns a text by its form (DWARF 5, section 7.5.6). */
    private String text(long form) throws IOException {
        if (form == 0x08) {
            return unit.text();
        }
        if (form == 0x1F) {
            return sections.lineTexts().at(offset(unit)).text();
        }
        if (form == 0x0E) {
            return sections.texts().at(offset(unit)).text();
        }
        skip(form);
        return "";
    }

    private long number(long form) throws IOException {
        if (form == 0x0F) {
            return unit.uleb();
        }
        if (form == 0x0B) {
            return unit.u8();
        }
        if (form == 0x05) {
            return unit.u16();
        }
        throw new IOException("a folder's number in the form " + form);
    }

    private void skip(long form) throws IOException {
        switch ((int) form) {
            case 0x08 -> unit.skipText();
            case 0x0E, 0x1D, 0x1F -> unit.skip(wide ? 8 : 4);
            case 0x0F, 0x1A -> unit.uleb();
            case 0x0B, 0x25 -> unit.skip(1);
            case 0x05, 0x26 -> unit.skip(2);
            case 0x27 -> unit.skip(3);
            case 0x06, 0x28 -> unit.skip(4);
            case 0x07 -> unit.skip(8);
            case 0x1E -> unit.skip(16);
            case 0x09 -> unit.skip(unit.uleb());
            default -> throw new IOException("unknown form " + form);
        }
    }

    /** Returns the path of a file that is in a folder, unless it has a root of its own. */
    static String joined(String folder, String name) {
        if (folder.isEmpty() || name.startsWith("/")) {
            return name;
        }
        try {
            return Path.of(folder, name).normalize().toString();
        } catch (InvalidPathException notOfThisSystem) {
            return name;
        }
    }
}
