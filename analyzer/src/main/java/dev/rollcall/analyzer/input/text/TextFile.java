package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.InputLimits.Limit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Opens text files. A file with a byte order mark of UTF-16, as PowerShell writes what it redirects, is read as UTF-16. In any
 * other file each byte is one character, so that no byte is invalid.
 */
public final class TextFile {
    /** What is sampled of a file: so many parts of so many bytes. */
    private static final int PARTS = 4;

    private static final int PART = 64 << 10;

    private TextFile() {}

    /** Returns whether a file with these first bytes can be text. */
    public static boolean canBeText(byte[] head) {
        for (byte letter : head) {
            if (letter == 0) {
                return isUtf16(head);
            }
        }
        return true;
    }

    /** Returns the first bytes of a file as text. */
    public static String decode(byte[] head) {
        return new String(head, isUtf16(head) ? StandardCharsets.UTF_16 : StandardCharsets.ISO_8859_1);
    }

    /** Returns the text at the start of a file, of at most this many bytes. */
    public static String beginning(Path file, int bytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return decode(in.readNBytes(bytes));
        }
    }

    /** Returns the first lines of a file without the prefixes of launchers. */
    public static String withoutPrefixes(byte[] head) {
        List<String> all = decode(head).lines().toList();
        // The last line can be cut off within its prefix.
        List<String> lines = all.subList(0, Math.max(Math.min(1, all.size()), all.size() - 1));
        LinePrefix prefixes = PrefixSample.prefixesOf(lines);
        return lines.stream()
                .flatMap(line -> prefixes.remove(line, true).stream())
                .map(TextLine::text)
                .collect(Collectors.joining("\n"));
    }

    /** Opens a file without the prefixes of launchers, one byte a character. Of longer lines than 64 KiB a part is missing. */
    public static InputStream withoutPrefixes(Path file) throws IOException {
        return new UnprefixedInput(
                lines(file, List.of(), null, InputLimits.DEFAULT), PrefixSample.prefixesOf(sample(file)));
    }

    /**
     * Returns the lines of some parts of a file: of its beginning, of its end, and in between. UTF-16 keeps its zeros. Lines that
     * are cut at the borders of a part are left out.
     */
    static List<String> sample(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (SeekableByteChannel open = Files.newByteChannel(file)) {
            long size = open.size();
            for (int part = 0; part < PARTS && (long) part * PART < size; part++) {
                long from = Math.max((long) part * PART, (size - PART) / (PARTS - 1) * part);
                open.position(from);
                byte[] bytes = Channels.newInputStream(open).readNBytes(PART);
                List<String> ofPart = List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("\n"));
                int first = from == 0 ? 0 : 1;
                int end = ofPart.size() - (from + bytes.length < size ? 1 : 0);
                lines.addAll(
                        ofPart.subList(Math.min(first, ofPart.size()), Math.max(Math.min(first, ofPart.size()), end)));
            }
        }
        return lines;
    }

    /**
     * Opens the lines that a file has now, after those of its older parts, to search them for words.
     *
     * @param words null where every line is read
     * @param limits say how much is read, and how long a line may be
     */
    static TextLines lines(Path file, List<Path> olderParts, WordSearch words, InputLimits limits) throws IOException {
        byte[] mark;
        try (InputStream in = Files.newInputStream(file)) {
            mark = in.readNBytes(2);
        }
        List<Path> parts = new ArrayList<>(olderParts);
        parts.add(file);
        InputStream whole = new FilesInput(parts, limits.of(Limit.TEXT));
        return new TextLines(isUtf16(mark) ? new Utf16Input(whole) : whole, words, limits.intOf(Limit.LINE));
    }

    private static boolean isUtf16(byte[] head) {
        return head.length > 1
                && (head[0] == (byte) 0xff && head[1] == (byte) 0xfe
                        || head[0] == (byte) 0xfe && head[1] == (byte) 0xff);
    }
}
