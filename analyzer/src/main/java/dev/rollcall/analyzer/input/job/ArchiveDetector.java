package dev.rollcall.analyzer.input.job;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Recognizes archives and compressed files, which the user must unpack. */
final class ArchiveDetector {
    static final String REASON = "packed: unpack it first";

    private static final Pattern NAME =
            Pattern.compile("(?i)(trace|dump|rank|nccl|log|rollcall).*\\.(gz|tgz|zip|zst|xz|bz2|tar)$");

    /**
     * The first bytes of gzip (RFC 1952), zip (PKWARE APPNOTE 4.3.7), zstd (RFC 8878), xz and bzip2 (the formats' own
     * descriptions).
     */
    private static final List<byte[]> SIGNATURES =
            List.of(bytes("1f8b08"), bytes("504b0304"), bytes("28b52ffd"), bytes("fd377a585a00"), bytes("425a68"));

    /** Where a tar header has its magic, since POSIX.1-1988. */
    private static final int TAR_OFFSET = 257;

    private static final byte[] TAR = "ustar".getBytes(StandardCharsets.US_ASCII);

    private ArchiveDetector() {}

    /** Returns whether a file's name is that of packed sources. */
    static boolean isArchiveName(String name) {
        return NAME.matcher(name).find();
    }

    /** Returns whether a file with these first bytes is an archive or compressed. */
    static boolean isArchive(byte[] head) {
        return startsWith(head, TAR_OFFSET, TAR)
                || SIGNATURES.stream().anyMatch(signature -> startsWith(head, 0, signature));
    }

    private static boolean startsWith(byte[] head, int offset, byte[] expected) {
        int end = offset + expected.length;
        return head.length >= end && Arrays.equals(head, offset, end, expected, 0, expected.length);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
