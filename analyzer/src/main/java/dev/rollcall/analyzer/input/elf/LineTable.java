package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a module (DWARF 5, section 6.2). All programs are run once, to learn which part of which one has which addresses;
 * the part with an address is run again when it is asked for. So large modules take little memory. Not thread-safe.
 */
final class LineTable {
    private static final int PART_BYTES = 96;
    private static final int ROWS_PER_PART = 512;
    private static final long STEPS_FOR_UNITS = 500_000_000;

    private final ElfFile file;
    private final LineUnit.Sections sections;
    private final StepLimit steps;
    private final MemoryLimit memory;

    private final List<Part> parts = new ArrayList<>();
    /** Read with the first line: it is in the largest sections. */
    private CompilationUnits units;

    private LineTable(ElfFile file, LineUnit.Sections sections, StepLimit steps, MemoryLimit memory) {
        this.file = file;
        this.sections = sections;
        this.steps = steps;
        this.memory = memory;
    }

    /**
     * A part of a program.
     *
     * @param low its first address
     * @param high the address behind its last one
     * @param unit the position of its unit in the section
     * @param start the machine at its start
     */
    private record Part(long low, long high, int unit, LineUnit.State start) {}

    /**
     * A place in a source.
     *
     * @param function the function that the compiler put into its caller; empty where it is that of the symbol
     * @param file its path; absolute unless the folder in which it was compiled is missing
     * @param line from 1
     */
    record Line(String function, String file, int line) {}

    /** Reads the table of a file. What is damaged, too large or follows damage is left out. */
    static LineTable of(ElfFile file, StepLimit steps, MemoryLimit memory) {
        LineUnit.Sections sections = new LineUnit.Sections(
                bytes(file, ".debug_line"), bytes(file, ".debug_line_str"), bytes(file, ".debug_str"));
        LineTable table = new LineTable(file, sections, steps, memory);
        try {
            table.index();
        } catch (IOException damaged) {
            return table;
        }
        return table;
    }

    private static ElfBytes bytes(ElfFile file, String section) {
        try {
            return file.section(section);
        } catch (IOException damagedOrTooLarge) {
            return ElfBytes.NONE.fromStart();
        }
    }

    private void index() throws IOException {
        while (sections.lines().remaining() > 0) {
            int position = sections.lines().position();
            LineUnit next = LineUnit.next(sections, steps);
            for (int sequence = next.program(); sequence >= 0; ) {
                Extent extent = new Extent(position, LineUnit.sequence(sequence));
                sequence = next.run(extent.start, extent);
                if (extent.ended && extent.parts.get(0).low() > 0) {
                    memory.take((long) extent.parts.size() * PART_BYTES);
                    parts.addAll(extent.parts);
                }
            }
        }
    }

    /** Divides a sequence into parts. A linker leaves the address 0 to a function that it removed. */
    private static final class Extent implements LineUnit.Rows {
        private final int unit;
        private final List<Part> parts = new ArrayList<>();
        private LineUnit.State start;
        private long low;
        private int rows;
        private boolean ended;

        Extent(int unit, LineUnit.State start) {
            this.unit = unit;
            this.start = start;
        }

        @Override
        public boolean row(LineUnit.State row, boolean end) {
            if (rows++ == 0) {
                low = row.address();
            }
            if (end || rows % ROWS_PER_PART == 0) {
                parts.add(new Part(low, row.address(), unit, start));
                start = row;
                low = row.address();
            }
            ended = end;
            return true;
        }
    }

    /**
     * Returns the line to which an instruction belongs, and those of the calls that the compiler replaced by code of the called
     * function; the innermost one first. Empty where the line is unknown.
     *
     * @param address the address as the file has it, not where it was loaded
     */
    List<Line> lines(long address) throws IOException {
        steps.take(parts.size());
        for (Part part : parts) {
            if (address >= part.low() && address < part.high()) {
                sections.lines().at(part.unit());
                LineUnit unit = LineUnit.next(sections, steps);
                Row row = new Row(address, part.start());
                unit.run(part.start(), row);
                return lines(unit, part.unit(), address, row.last);
            }
        }
        return List.of();
    }

    private List<Line> lines(LineUnit unit, int position, long address, LineUnit.State row) throws IOException {
        List<Line> lines = new ArrayList<>();
        long file = row.file();
        long line = row.line();
        List<CompilationUnits.Inlined> calls = inlined(position, address);
        for (int i = calls.size() - 1; ; i--) {
            String path = absolute(unit.path(file), position);
            if (path.isEmpty() || line <= 0 || line > Integer.MAX_VALUE) {
                return lines.isEmpty() ? List.of() : lines;
            }
            lines.add(new Line(i < 0 ? "" : calls.get(i).function(), path, (int) line));
            if (i < 0) {
                return lines;
            }
            file = calls.get(i).file();
            line = calls.get(i).line();
        }
    }

    private List<CompilationUnits.Inlined> inlined(int position, long address) {
        try {
            if (units == null) {
                units = CompilationUnits.of(file, new StepLimit(STEPS_FOR_UNITS), memory);
            }
            return units.inlined(position, address);
        } catch (IOException damaged) {
            return List.of();
        }
    }

    /** The row of an address: the last one that is not behind it. */
    private static final class Row implements LineUnit.Rows {
        private final long wanted;
        private LineUnit.State last;

        Row(long wanted, LineUnit.State start) {
            this.wanted = wanted;
            this.last = start;
        }

        @Override
        public boolean row(LineUnit.State row, boolean end) {
            if (row.address() > wanted) {
                return false;
            }
            last = row;
            return true;
        }
    }

    private String absolute(String path, int position) {
        return path.isEmpty() || units == null ? path : LineUnit.joined(units.folder(position), path);
    }
}
