package dev.rollcall.analyzer.input.elf;

import java.io.IOException;

/**
 * The folders in which units were compiled, where a table of lines lacks them: before DWARF 5, they are in the first entry of a unit
 * of {@code .debug_info} alone (DWARF 4, sections 3.1.1 and 7.5). Not thread-safe.
 */
final class CompilationFolders {
    private static final long WIDE = 0xFFFFFFFFL;
    private static final int LINES = 0x10;
    private static final int FOLDER = 0x1B;

    private final ElfBytes units;
    private final ElfBytes abbreviations;
    private final ElfBytes texts;
    private final StepLimit steps;

    private CompilationFolders(ElfBytes units, ElfBytes abbreviations, ElfBytes texts, StepLimit steps) {
        this.units = units;
        this.abbreviations = abbreviations;
        this.texts = texts;
        this.steps = steps;
    }

    static CompilationFolders of(ElfFile file, StepLimit steps) throws IOException {
        return new CompilationFolders(
                file.section(".debug_info"), file.section(".debug_abbrev"), file.section(".debug_str"), steps);
    }

    /** Returns the folder of the unit whose lines are at a position of their section; empty if there is none. */
    String folder(int lines) throws IOException {
        units.at(0);
        while (units.remaining() > 0) {
            long length = units.u32();
            boolean wide = length == WIDE;
            Unit unit = new Unit(units.next(wide ? units.i64() : length), wide);
            if (unit.lines == lines) {
                return unit.folder;
            }
        }
        return "";
    }

    /** What the first entry of a unit says. */
    private final class Unit {
        private final ElfBytes bytes;
        private final boolean wide;
        private final int version;
        private int addressBytes;
        private long lines = -1;
        private String folder = "";

        Unit(ElfBytes bytes, boolean wide) throws IOException {
            this.bytes = bytes;
            this.wide = wide;
            this.version = bytes.u16();
            if (version >= 2 && version <= 4) {
                long abbreviation = offset();
                this.addressBytes = bytes.u8();
                readFirst(abbreviation, bytes.uleb());
            }
        }

        private long offset() throws IOException {
            return wide ? bytes.i64() : bytes.u32();
        }

        private void readFirst(long abbreviation, long wanted) throws IOException {
            abbreviations.at(abbreviation);
            boolean found = false;
            while (!found) {
                long code = abbreviations.uleb();
                if (code == 0) {
                    return;
                }
                abbreviations.uleb();
                abbreviations.skip(1);
                found = code == wanted;
                readAttributes(found);
            }
        }

        private void readAttributes(boolean wanted) throws IOException {
            while (true) {
                steps.take(1);
                long attribute = abbreviations.uleb();
                long form = abbreviations.uleb();
                if (attribute == 0 && form == 0) {
                    return;
                }
                if (wanted) {
                    read(attribute, form);
                }
            }
        }

        private void read(long attribute, long form) throws IOException {
            if (attribute == FOLDER && form == 0x08) {
                folder = bytes.text();
            } else if (attribute == FOLDER && form == 0x0E) {
                folder = texts.at(offset()).text();
            } else if (attribute == LINES && form == 0x06) {
                lines = bytes.u32();
            } else if (attribute == LINES && form == 0x17) {
                lines = offset();
            } else {
                skip(form);
            }
        }

        /** Goes past a value by its form (DWARF 4, section 7.5.4; and those of GNU for shared and split files). */
        private void skip(long form) throws IOException {
            switch ((int) form) {
                case 0x01 -> bytes.skip(addressBytes);
                case 0x03 -> bytes.skip(bytes.u16());
                case 0x04 -> bytes.skip(bytes.u32());
                case 0x05, 0x12 -> bytes.skip(2);
                case 0x06, 0x13 -> bytes.skip(4);
                case 0x07, 0x14, 0x20 -> bytes.skip(8);
                case 0x08 -> bytes.skipText();
                case 0x09, 0x18 -> bytes.skip(bytes.uleb());
                case 0x0A -> bytes.skip(bytes.u8());
                case 0x0B, 0x0C, 0x11 -> bytes.skip(1);
                case 0x0D, 0x0F, 0x15, 0x1F01, 0x1F02 -> bytes.uleb();
                case 0x0E, 0x17, 0x1F20, 0x1F21 -> bytes.skip(wide ? 8 : 4);
                case 0x10 -> bytes.skip(version == 2 ? addressBytes : wide ? 8 : 4);
                case 0x19 -> bytes.skip(0);
                default -> throw new IOException("unknown form " + form);
            }
        }
    }
}
