package dev.rollcall.analyzer.input.archive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The formats of archives and compressed files, by their first bytes. */
public enum ArchiveFormat {
    /** RFC 1952. */
    GZIP(0, "1f8b08"),
    /** PKWARE APPNOTE 4.3.7. */
    ZIP(0, "504b0304"),
    /** RFC 8878. */
    ZSTD(0, "28b52ffd"),
    /** As {@code bzip2} writes it. */
    BZIP2(0, "425a68"),
    /** The .xz file format; it cannot be unpacked here. */
    XZ(0, "fd377a585a00"),
    /** POSIX.1-1988, the magic of a header. */
    TAR(257, HexFormat.of().formatHex("ustar".getBytes(StandardCharsets.US_ASCII)));

    /** The number of bytes at the start of a file that show its format. */
    public static final int HEAD_LENGTH = 512;

    private static final Pattern NAME = Pattern.compile("(?i)\\.(gz|tgz|zip|zst|tzst|bz2|tbz2|xz|txz|tar)$");
    private static final Pattern COMPRESSED = Pattern.compile("(?i)\\.(gz|zst|bz2|xz)$");

    private final int offset;
    private final byte[] magic;

    ArchiveFormat(int offset, String magic) {
        this.offset = offset;
        this.magic = HexFormat.of().parseHex(magic);
    }

    /** Returns the format of a file with these first bytes; null if it is not packed. */
    public static ArchiveFormat of(byte[] head) {
        for (ArchiveFormat format : values()) {
            int end = format.offset + format.magic.length;
            if (head.length >= end && Arrays.equals(head, format.offset, end, format.magic, 0, format.magic.length)) {
                return format;
            }
        }
        return null;
    }

    /** Returns whether a file's name is that of an archive or a compressed file. */
    public static boolean isArchiveName(String name) {
        return NAME.matcher(name).find();
    }

    /** Returns the name of the file in a compressed file. */
    static String nameInside(String name) {
        return COMPRESSED.matcher(name).replaceFirst("");
    }
}
