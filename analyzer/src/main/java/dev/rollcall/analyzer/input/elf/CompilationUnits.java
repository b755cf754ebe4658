package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What {@code .debug_info} says about lines: the folder of a compilation, which a table of lines lacks before DWARF 5, and the calls
 * that the compiler replaced by the code of the called function (DWARF 5, sections 3.1.1, 3.3.8 and 2.17). Not thread-safe.
 */
final class CompilationUnits {
    private static final long WIDE = 0xFFFFFFFFL;
    private static final int MOST_ORIGINS = 4;
    private static final int UNIT_BYTES = 512;
    private static final Set<Integer> CONTAINERS = Set.of(0x0B, UnitEntry.INLINED, 0x1E, 0x39);

    /** The sections in which units find their bytes. */
    record Sections(
            ElfBytes units,
            ElfBytes abbreviations,
            ElfBytes texts,
            ElfBytes lineTexts,
            ElfBytes ranges,
            ElfBytes oldRanges) {}

    /**
     * A call that was replaced.
     *
     * @param function the called function; empty if unknown
     * @param file the number of the caller's file in the table of lines
     * @param line the line of the call
     */
    record Inlined(String function, long file, long line) {}

    private final Sections sections;
    private final StepLimit steps;
    private final List<CompilationUnit> units = new ArrayList<>();
    private final List<UnitEntry> heads = new ArrayList<>();

    /** Reads the first entries of a file's units. What follows damage is left out. */
    static CompilationUnits of(ElfFile file, StepLimit steps, MemoryLimit memory) throws IOException {
        CompilationUnits units = new CompilationUnits(
                new Sections(
                        file.section(".debug_info"),
                        file.section(".debug_abbrev"),
                        file.section(".debug_str"),
                        file.section(".debug_line_str"),
                        file.section(".debug_rnglists"),
                        file.section(".debug_ranges")),
                steps);
        units.index(memory);
        return units;
    }

    private CompilationUnits(Sections sections, StepLimit steps) {
        this.sections = sections;
        this.steps = steps;
    }

    private void index(MemoryLimit memory) throws IOException {
        ElfBytes section = sections.units();
        while (section.remaining() > 0) {
            long start = section.position();
            try {
                long length = section.u32();
                boolean wide = length == WIDE;
                ElfBytes bytes = section.next(wide ? section.i64() : length);
                memory.take(UNIT_BYTES);
                add(new CompilationUnit(sections, steps, start, wide, bytes), memory);
            } catch (IOException unknown) {
                if (section.position() - start <= 12) {
                    return;
                }
            }
        }
    }

    private void add(CompilationUnit unit, MemoryLimit memory) throws IOException {
        UnitEntry head = unit.atFirst().next(true);
        unit.forget();
        if (head != null) {
            memory.take(head.folder.length());
            units.add(unit);
            heads.add(head);
        }
    }

    /** Returns the folder of the unit whose lines are at a position of their section; empty if there is none. */
    String folder(int lines) {
        return heads.stream()
                .filter(head -> head.lines == lines)
                .map(head -> head.folder)
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the calls whose replacement has the code at an address, the outermost one first.
     *
     * @param lines the position of the unit's lines in their section
     */
    List<Inlined> inlined(int lines, long address) throws IOException {
        List<UnitEntry> found = new ArrayList<>();
        for (int i = 0; i < units.size() && found.isEmpty(); i++) {
            if (heads.get(i).lines == lines) {
                search(units.get(i), heads.get(i), address, found);
                units.get(i).forget();
            }
        }
        List<Inlined> calls = new ArrayList<>();
        for (UnitEntry call : found) {
            calls.add(new Inlined(name(call), call.callFile, call.callLine));
        }
        return calls;
    }

    private void search(CompilationUnit unit, UnitEntry head, long address, List<UnitEntry> found) throws IOException {
        long end = Long.MAX_VALUE;
        unit.atFirst().next(false);
        while (unit.hasNext() && unit.position() < end) {
            UnitEntry entry = unit.next(false);
            if (entry == null) {
                continue;
            }
            boolean here = entry.inRange(address)
                    || !entry.hasRange() && entry.ranges >= 0 && inRanges(unit, head, entry.ranges, address);
            if (here && entry.tag == UnitEntry.INLINED) {
                found.add(entry);
            }
            if (here && entry.tag == UnitEntry.FUNCTION && entry.sibling > 0) {
                end = entry.sibling;
            }
            boolean elsewhere = entry.hasRange() || entry.ranges >= 0 || !CONTAINERS.contains(entry.tag);
            if (!here && elsewhere && entry.sibling > 0) {
                unit.goTo(entry.sibling);
            }
        }
    }

    private boolean inRanges(CompilationUnit unit, UnitEntry head, long position, long address) throws IOException {
        long base = Math.max(0, head.low);
        return unit.version() >= 5
                ? inNewRanges(sections.ranges().at(position), base, address)
                : inOldRanges(sections.oldRanges().at(position), base, address);
    }

    private boolean inOldRanges(ElfBytes ranges, long start, long address) throws IOException {
        long base = start;
        while (true) {
            steps.take(1);
            long low = ranges.i64();
            long high = ranges.i64();
            if (low == 0 && high == 0) {
                return false;
            }
            if (low == -1) {
                base = high;
            } else if (address >= base + low && address < base + high) {
                return true;
            }
        }
    }

    private boolean inNewRanges(ElfBytes ranges, long start, long address) throws IOException {
        long base = start;
        while (true) {
            steps.take(1);
            long low;
            long high;
            switch (ranges.u8()) {
                case 0 -> {
                    return false;
                }
                case 4 -> {
                    low = base + ranges.uleb();
                    high = base + ranges.uleb();
                }
                case 5 -> {
                    base = ranges.i64();
                    low = 0;
                    high = 0;
                }
                case 6 -> {
                    low = ranges.i64();
                    high = ranges.i64();
                }
                case 7 -> {
                    low = ranges.i64();
                    high = low + ranges.uleb();
                }
                default -> throw new IOException("a range by index");
            }
            if (address >= low && address < high) {
                return true;
            }
        }
    }

    /** The name may be in the entry of the function, or of its declaration. */
    private String name(UnitEntry call) throws IOException {
        UnitEntry entry = call;
        for (int i = 0; i < MOST_ORIGINS && entry != null && entry.name.isEmpty() && entry.origin >= 0; i++) {
            long position = entry.origin;
            entry = null;
            for (CompilationUnit unit : units) {
                if (unit.contains(position)) {
                    entry = unit.at(position).next(true);
                    unit.forget();
                    break;
                }
            }
        }
        return entry == null ? "" : entry.name;
    }
}
