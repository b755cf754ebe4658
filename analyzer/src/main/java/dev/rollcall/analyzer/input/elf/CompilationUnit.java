package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The entries of one unit of {@code .debug_info} (DWARF 5, section 7.5; versions 2 to 5). Addresses by index, as in split files, are
 * not read. Not thread-safe.
 */
final class CompilationUnit {
    private static final int OLDEST = 2;
    private static final int NEWEST = 5;
    private static final int COMPILE = 1;
    private static final int PARTIAL = 3;
    private static final int ADDRESS_BYTES = 8;
    private static final int IMPLICIT_CONSTANT = 0x21;
    private static final int MOST_ABBREVIATIONS = 1 << 16;

    /** How an entry is encoded: triples of attribute, form and constant. */
    private record Abbreviation(int tag, long[] attributes) {}

    private final CompilationUnits.Sections sections;
    private final StepLimit steps;
    /** Where the unit begins in the section, and how many bytes of it are not in {@code bytes}. */
    private final long start;

    private final int lengthBytes;
    private final ElfBytes bytes;
    private final boolean wide;
    private final int version;
    private final long abbreviationsAt;
    private final int first;
    private Map<Long, Abbreviation> abbreviations;

    /** Reads a unit's header. */
    CompilationUnit(CompilationUnits.Sections sections, StepLimit steps, long start, boolean wide, ElfBytes bytes)
            throws IOException {
        this.sections = sections;
        this.steps = steps;
        this.start = start;
        this.wide = wide;
        this.lengthBytes = wide ? 12 : 4;
        this.bytes = bytes;
        this.version = bytes.u16();
        if (version < OLDEST || version > NEWEST) {
            throw new IOException("version " + version);
        }
        int kind = version >= 5 ? bytes.u8() : COMPILE;
        int addressBytes = version >= 5 ? bytes.u8() : ADDRESS_BYTES;
        this.abbreviationsAt = offset();
        addressBytes = version >= 5 ? addressBytes : bytes.u8();
        if (kind != COMPILE && kind != PARTIAL || addressBytes != ADDRESS_BYTES) {
            throw new IOException("unit of kind " + kind);
        }
        this.first = bytes.position();
    }

    int version() {
        return version;
    }

    /** Returns whether a position of the section is in this unit. */
    boolean contains(long position) {
        return position >= start && position < start + lengthBytes + bytes.position() + bytes.remaining();
    }

    /** Goes to the first entry. */
    CompilationUnit atFirst() throws IOException {
        bytes.at(first);
        return this;
    }

    /** Goes to an entry by its position in the section. */
    CompilationUnit at(long position) throws IOException {
        bytes.at(position - start - lengthBytes);
        return this;
    }

    /** Returns where the next entry is in the unit. */
    long position() {
        return lengthBytes + bytes.position();
    }

    /** Goes forward to an entry by its position in the unit. */
    void goTo(long position) throws IOException {
        if (position - lengthBytes < bytes.position()) {
            throw new IOException("a sibling before its entry");
        }
        bytes.at(position - lengthBytes);
    }

    boolean hasNext() {
        return bytes.remaining() > 0;
    }

    /**
     * Reads the next entry; null for the end of a list of entries.
     *
     * @param texts whether its texts are wanted, which take most of the time
     */
    UnitEntry next(boolean texts) throws IOException {
        steps.take(1);
        long code = bytes.uleb();
        if (code == 0) {
            return null;
        }
        Abbreviation form = abbreviations().get(code);
        if (form == null) {
            throw new IOException("no abbreviation " + code);
        }
        UnitEntry entry = new UnitEntry(form.tag(), texts);
        long[] attributes = form.attributes();
        steps.take(attributes.length / 3);
        for (int i = 0; i < attributes.length; i += 3) {
            entry.read(this, (int) attributes[i], (int) attributes[i + 1], attributes[i + 2]);
        }
        return entry;
    }

    /** Drops what was read to decode entries: of all units together, it would be several times their size in the file. */
    void forget() {
        abbreviations = null;
    }

    private Map<Long, Abbreviation> abbreviations() throws IOException {
        if (abbreviations == null) {
            Map<Long, Abbreviation> read = new HashMap<>();
            ElfBytes table = sections.abbreviations().at(abbreviationsAt);
            for (long code = table.uleb(); code != 0 && read.size() < MOST_ABBREVIATIONS; code = table.uleb()) {
                int tag = (int) table.uleb();
                table.skip(1);
                read.put(code, new Abbreviation(tag, attributes(table)));
            }
            abbreviations = read;
        }
        return abbreviations;
    }

    private long[] attributes(ElfBytes table) throws IOException {
        long[] attributes = new long[24];
        for (int used = 0; ; used += 3) {
            steps.take(1);
            long attribute = table.uleb();
            long form = table.uleb();
            if (attribute == 0 && form == 0) {
                return Arrays.copyOf(attributes, used);
            }
            if (used == attributes.length) {
                attributes = Arrays.copyOf(attributes, 2 * used);
            }
            attributes[used] = attribute;
            attributes[used + 1] = form;
            attributes[used + 2] = form == IMPLICIT_CONSTANT ? table.sleb() : 0;
        }
    }

    private long offset() throws IOException {
        return wide ? bytes.i64() : bytes.u32();
    }

    /** Returns a constant, an address or a position; -1 where it is an index. */
    long number(int form, long constant) throws IOException {
        return switch (form) {
            case 0x01, 0x07, 0x14 -> bytes.i64();
            case 0x05, 0x12 -> bytes.u16();
            case 0x06, 0x13 -> bytes.u32();
            case 0x0B, 0x11 -> bytes.u8();
            case 0x0D -> bytes.sleb();
            case 0x0F, 0x15 -> bytes.uleb();
            case 0x17 -> offset();
            case IMPLICIT_CONSTANT -> constant;
            default -> {
                skip(form);
                yield -1;
            }
        };
    }

    /** Returns the position of another entry in the section. */
    long reference(int form) throws IOException {
        if (form == 0x10) {
            return version == 2 ? bytes.i64() : offset();
        }
        if (form >= 0x11 && form <= 0x15) {
            return start + number(form, 0);
        }
        skip(form);
        return -1;
    }

    /** Returns a text; empty where it is in another file. */
    String text(int form) throws IOException {
        return switch (form) {
            case 0x08 -> bytes.text();
            case 0x0E -> sections.texts().at(offset()).text();
            case 0x1F -> sections.lineTexts().at(offset()).text();
            default -> {
                skip(form);
                yield "";
            }
        };
    }

    /** Goes past a value. */
    void skip(int form) throws IOException {
        switch (form) {
            case 0x01, 0x07, 0x14, 0x20, 0x24 -> bytes.skip(8);
            case 0x03 -> bytes.skip(bytes.u16());
            case 0x04 -> bytes.skip(bytes.u32());
            case 0x05, 0x12, 0x26, 0x2A -> bytes.skip(2);
            case 0x06, 0x13, 0x1C, 0x28, 0x2C -> bytes.skip(4);
            case 0x08 -> bytes.skipText();
            case 0x09, 0x18 -> bytes.skip(bytes.uleb());
            case 0x0A -> bytes.skip(bytes.u8());
            case 0x0B, 0x0C, 0x11, 0x25, 0x29 -> bytes.skip(1);
            case 0x0D, 0x0F, 0x15, 0x1A, 0x1B, 0x22, 0x23, 0x1F01, 0x1F02 -> bytes.uleb();
            case 0x0E, 0x17, 0x1D, 0x1F, 0x1F20, 0x1F21 -> bytes.skip(wide ? 8 : 4);
            case 0x10 -> bytes.skip(version == 2 || wide ? 8 : 4);
            case 0x19, IMPLICIT_CONSTANT -> bytes.skip(0);
            case 0x1E -> bytes.skip(16);
            case 0x27, 0x2B -> bytes.skip(3);
            default -> throw new IOException("unknown form " + form);
        }
    }
}
