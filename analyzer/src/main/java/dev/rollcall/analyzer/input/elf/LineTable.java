package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines of a module (DWARF 5, section 6.2). All programs are run once, to learn which part of which one has which addresses; the
 * part with an address is run again when it is asked for. So large modules take little memory. Not thread-safe.
 */
final class LineTable {
    private static final int SEQUENCE_BYTES = 24;
    private static final int FIRST_SEQUENCES = 64;

    private final LineUnit.Sections sections;
    private final StepLimit steps;
    private final MemoryLimit memory;

    /** Of each sequence the first address and the one behind it, its unit in the section and its start in the unit. */
    private long[] low = new long[FIRST_SEQUENCES];

    private long[] high = new long[FIRST_SEQUENCES];
    private int[] unit = new int[FIRST_SEQUENCES];
    private int[] start = new int[FIRST_SEQUENCES];
    private int count;

    private LineTable(LineUnit.Sections sections, StepLimit steps, MemoryLimit memory) {
        this.sections = sections;
        this.steps = steps;
        this.memory = memory;
    }

    /**
     * A place in a source.
     *
     * @param file its path, absolute where the compiler wrote the folder into the table
     * @param line from 1
     */
    record Line(String file, int line) {}

    /** Reads the table of a file. What follows damage in it is left out. */
    static LineTable of(ElfFile file, StepLimit steps, MemoryLimit memory) throws IOException {
        LineUnit.Sections sections = new LineUnit.Sections(
                file.section(".debug_line"), file.section(".debug_line_str"), file.section(".debug_str"));
        LineTable table = new LineTable(sections, steps, memory);
        try {
            table.index();
        } catch (IOException damaged) {
            return table;
        }
        return table;
    }

    private void index() throws IOException {
        while (sections.lines().remaining() > 0) {
            int position = sections.lines().position();
            LineUnit next = LineUnit.next(sections, steps);
            Extent extent = new Extent();
            for (int sequence = next.program(); sequence >= 0; ) {
                extent.rows = 0;
                extent.ended = false;
                int following = next.run(sequence, extent);
                if (extent.ended) {
                    add(extent, position, sequence);
                }
                sequence = following;
            }
        }
    }

    /** The addresses of a sequence. */
    private static final class Extent implements LineUnit.Rows {
        private long low;
        private long high;
        private long rows;
        private boolean ended;

        @Override
        public void row(long address, long file, long line, boolean end) {
            low = rows++ == 0 ? address : Math.min(low, address);
            high = address;
            ended = end;
        }
    }

    /** A linker leaves the address 0 to functions that it removed. */
    private void add(Extent extent, int position, int sequence) throws IOException {
        if (extent.low <= 0 || extent.high <= extent.low) {
            return;
        }
        if (count == low.length) {
            memory.take((long) count * SEQUENCE_BYTES);
            low = Arrays.copyOf(low, 2 * count);
            high = Arrays.copyOf(high, 2 * count);
            unit = Arrays.copyOf(unit, 2 * count);
            start = Arrays.copyOf(start, 2 * count);
        }
        low[count] = extent.low;
        high[count] = extent.high;
        unit[count] = position;
        start[count++] = sequence;
    }

    /**
     * Returns the line to which an instruction belongs; empty where that is unknown.
     *
     * @param address the address as the file has it, not where it was loaded
     */
    Optional<Line> line(long address) throws IOException {
        steps.take(count);
        for (int i = 0; i < count; i++) {
            if (address >= low[i] && address < high[i]) {
                sections.lines().at(unit[i]);
                LineUnit found = LineUnit.next(sections, steps);
                Row row = new Row(address);
                found.run(start[i], row);
                if (row.foundLine > 0 && row.foundLine <= Integer.MAX_VALUE) {
                    String path = found.path(row.foundFile);
                    return path.isEmpty() ? Optional.empty() : Optional.of(new Line(path, (int) row.foundLine));
                }
            }
        }
        return Optional.empty();
    }

    /** The row of an address: the last one that is not behind it. */
    private static final class Row implements LineUnit.Rows {
        private final long wanted;
        private boolean before;
        private long lastAddress;
        private long lastFile;
        private long lastLine;
        private long foundFile;
        private long foundLine;

        Row(long wanted) {
            this.wanted = wanted;
        }

        @Override
        public void row(long address, long file, long line, boolean end) {
            if (before && wanted >= lastAddress && wanted < address) {
                foundFile = lastFile;
                foundLine = lastLine;
            }
            before = true;
            lastAddress = address;
            lastFile = file;
            lastLine = line;
        }
    }
}
