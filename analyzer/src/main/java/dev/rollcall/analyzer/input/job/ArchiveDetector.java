package dev.rollcall.analyzer.input.job;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Recognizes what somebody packed, so that it can be sent, and then forgot. */
final class ArchiveDetector {
    static final String REASON = "packed: unpack it first";

    private static final Pattern NAME =
            Pattern.compile("(?i)(trace|dump|rank|nccl|log|rollcall).*\\.(gz|tgz|zip|zst|xz|bz2|tar)$");

    /** How gzip, zip, zstd, xz and bzip2 begin: RFC 1952, PKWARE's APPNOTE 4.3.7, RFC 8878, the formats' own descriptions. */
    private static final List<byte[]> BEGINNINGS =
            List.of(bytes("1f8b08"), bytes("504b0304"), bytes("28b52ffd"), bytes("fd377a585a00"), bytes("425a68"));

    /** Where a header of POSIX.1-1988's tar, and of all later ones, says so. */
    private static final int TAR_OFFSET = 257;

    private static final byte[] TAR = "ustar".getBytes(StandardCharsets.US_ASCII);

    private ArchiveDetector() {}

    /** Returns whether a file's name tells of packed sources. */
    static boolean named(String name) {
        return NAME.matcher(name).find();
    }

    /** Returns whether a file begins as a packed one does; with {@code head} its first bytes. */
    static boolean holds(byte[] head) {
        return begins(head, TAR_OFFSET, TAR) || BEGINNINGS.stream().anyMatch(beginning -> begins(head, 0, beginning));
    }

    private static boolean begins(byte[] head, int offset, byte[] expected) {
        int end = offset + expected.length;
        return head.length >= end && Arrays.equals(head, offset, end, expected, 0, expected.length);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
