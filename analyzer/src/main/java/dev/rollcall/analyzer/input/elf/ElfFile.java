package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A 64-bit little-endian program, shared library or debug file in the Executable and Linkable Format (System V Application Binary
 * Interface, chapters 4 and 5). Sections are mapped when they are asked for; one that is compressed by zlib is inflated. Immutable.
 */
final class ElfFile {
    private static final long MAGIC = 0x00010102_464C457FL;
    private static final int EXECUTABLE = 2;
    private static final int SHARED = 3;
    private static final int HEADER_BYTES = 64;
    private static final int SECTION_HEADER_BYTES = 64;
    private static final int MOST_SECTIONS = 65_280;
    /** Longer names are of no section that is asked for. */
    private static final int LONGEST_NAME = 32;

    private static final int NO_BITS = 8;
    private static final int COMPRESSED = 0x800;
    private static final int ZLIB = 1;
    private static final int COMPRESSION_HEADER_BYTES = 24;

    private static final int BUILD_ID = 3;
    private static final int LONGEST_BUILD_ID = 64;
    private static final long LARGEST_CHECKED = 1L << 30;

    private final Path path;
    private final MemoryLimit memory;
    private final List<Section> sections;

    private ElfFile(Path path, MemoryLimit memory, List<Section> sections) {
        this.path = path;
        this.memory = memory;
        this.sections = sections;
    }

    private record Section(String name, int type, long flags, long offset, long size, int link) {}

    /** The name of the file with what was stripped off another one, and the checksum of its bytes. */
    record DebugLink(String name, long crc) {}

    /**
     * Reads the section headers of a file.
     *
     * @param memory what inflated sections may take
     * @throws IOException if it is no such file, is damaged or cannot be read
     */
    static ElfFile open(Path path, MemoryLimit memory) throws IOException {
        // A pipe or a device would be waited for.
        if (!Files.isRegularFile(path)) {
            throw new IOException("not a file");
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ElfBytes header = map(file, 0, HEADER_BYTES);
            if ((header.i64() & 0x00FFFFFF_FFFFFFFFL) != MAGIC) {
                throw new IOException("not a 64-bit little-endian ELF file");
            }
            int type = header.at(16).u16();
            long start = header.at(40).i64();
            int entryBytes = header.at(58).u16();
            int count = header.u16();
            int names = header.u16();
            if (type != EXECUTABLE && type != SHARED
                    || entryBytes != SECTION_HEADER_BYTES
                    || count > MOST_SECTIONS
                    || names >= count) {
                throw new IOException("no program or library with sections");
            }
            ElfBytes table = map(file, start, (long) count * SECTION_HEADER_BYTES);
            Section texts = section(table, names, "");
            ElfBytes text = map(file, texts.offset(), texts.size());
            List<Section> sections = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long name = table.at((long) i * SECTION_HEADER_BYTES).u32();
                String each = text.at(name).text();
                sections.add(section(table, i, each.length() > LONGEST_NAME ? "" : each));
            }
            return new ElfFile(path, memory, sections);
        }
    }

    private static Section section(ElfBytes table, int number, String name) throws IOException {
        table.at((long) number * SECTION_HEADER_BYTES + 4);
        int type = (int) table.u32();
        long flags = table.i64();
        table.skip(8);
        return new Section(name, type, flags, table.i64(), table.i64(), (int) table.u32());
    }

    private static ElfBytes map(FileChannel file, long offset, long size) throws IOException {
        if (offset < 0 || size < 0 || size > Integer.MAX_VALUE || offset > file.size() - size) {
            throw new IOException("a section is not in the file or too large");
        }
        return size == 0 ? ElfBytes.NONE.fromStart() : new ElfBytes(file.map(MapMode.READ_ONLY, offset, size));
    }

    /** Returns whether the file has the bytes of a section with this name. */
    boolean has(String name) {
        return find(name).isPresent();
    }

    private Optional<Section> find(String name) {
        return sections.stream()
                .filter(section -> section.name().equals(name) && section.type() != NO_BITS)
                .findFirst();
    }

    /** Returns the bytes of a section; none where there is no such one. */
    ElfBytes section(String name) throws IOException {
        Optional<Section> section = find(name);
        return section.isPresent() ? bytes(section.get()) : ElfBytes.NONE.fromStart();
    }

    /** Returns the bytes of the section to which another one refers, such as the names of a table of symbols. */
    ElfBytes linkedFrom(String name) throws IOException {
        int link = find(name).map(Section::link).orElse(-1);
        if (link < 0 || link >= sections.size() || sections.get(link).type() == NO_BITS) {
            throw new IOException("no section " + link);
        }
        return bytes(sections.get(link));
    }

    private ElfBytes bytes(Section section) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ElfBytes stored = map(file, section.offset(), section.size());
            return (section.flags() & COMPRESSED) == 0 ? stored : inflated(stored);
        }
    }

    private ElfBytes inflated(ElfBytes stored) throws IOException {
        long kind = stored.u32();
        long size = stored.at(8).i64();
        if (kind != ZLIB || size < 0 || size > Integer.MAX_VALUE) {
            throw new IOException("a section is compressed in an unknown way");
        }
        memory.take(size);
        ByteBuffer whole = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(stored.at(COMPRESSION_HEADER_BYTES).buffer());
            while (whole.hasRemaining() && inflater.inflate(whole) > 0) {
                continue;
            }
        } catch (DataFormatException damaged) {
            throw new IOException(damaged);
        } finally {
            inflater.end();
        }
        return new ElfBytes(whole.flip());
    }

    /** Returns what identifies the file's build, in hexadecimal; empty where it has no such note. */
    String buildId() throws IOException {
        ElfBytes notes = section(".note.gnu.build-id");
        if (notes.remaining() < 16) {
            return "";
        }
        long nameBytes = notes.u32();
        long length = notes.u32();
        if (notes.u32() != BUILD_ID || nameBytes != 4 || length == 0 || length > LONGEST_BUILD_ID) {
            return "";
        }
        notes.skip(nameBytes);
        return HexFormat.of().formatHex(notes.array((int) length));
    }

    /** Returns the link to a separate debug file. */
    Optional<DebugLink> debugLink() throws IOException {
        ElfBytes link = section(".gnu_debuglink");
        if (link.remaining() == 0) {
            return Optional.empty();
        }
        String name = link.text();
        link.at((link.position() + 3) / 4 * 4);
        return Optional.of(new DebugLink(name, link.u32()));
    }

    /** Returns the CRC-32 of the file's bytes; fails for a file of more than 1 GiB. */
    long crc() throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            if (file.size() > LARGEST_CHECKED) {
                throw new IOException("too large to be checked");
            }
            CRC32 crc = new CRC32();
            crc.update(map(file, 0, file.size()).buffer());
            return crc.getValue();
        }
    }
}
