package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.archive.ArchiveFormat;
import dev.rollcall.analyzer.input.text.TextFile;
import dev.rollcall.analyzer.model.Launcher.Starter;
import dev.rollcall.analyzer.model.NumberText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a file without evidence seems to be, by its beginning and its name. Immutable.
 *
 * @param kind what it is
 * @param description the same in a few words, and what can be done with it
 */
record FileGuess(Kind kind, String description) {
    private static final int HEAD = 64 << 10;
    private static final long MOST_COUNTED = 64 << 20;

    /** The kinds of files, the one that comes closest to evidence first. */
    enum Kind {
        UNREADABLE,
        ARCHIVE,
        CORE_DUMP,
        CONSOLE,
        TEXT,
        PROFILE,
        EMPTY,
        OTHER
    }

    /** The Trace Event Format of Chrome, which PyTorch's profiler (Kineto) writes, too. */
    private static final Pattern PROFILE = Pattern.compile("\"(?:traceEvents|deviceProperties)\"\\s*:");

    private static final Pattern PROFILE_NAME = Pattern.compile("\\.(?:nsys-rep|qdrep|ncu-rep|jfr|hprof|speedscope)$");
    private static final Pattern CHECKPOINT_NAME = Pattern.compile("\\.(?:pt|pth|ckpt|safetensors|distcp)$");
    private static final Pattern DOCUMENT_NAME =
            Pattern.compile("(?i)\\.(?:py|java|c|cc|cpp|cu|h|md|rst|html|ipynb|yaml|yml|toml)$");

    /** The magic number of ELF files, the place of their type, and the type of a core dump (System V ABI, ELF header). */
    private static final byte[] ELF = bytes("7f454c46");

    private static final int ELF_TYPE = 16;
    private static final int ELF_CORE = 4;

    private static final Pattern CONSOLE_NAME = Pattern.compile("\\.(?:log|out|err|txt)$");

    private static final Pattern ARCHIVE_NAME = Pattern.compile("\\.(?:zip|gz|tgz|zst|bz2)$");

    /** The signature of the first file in a ZIP archive, the place of its flags, and the flag of encryption (APPNOTE 4.4.4). */
    private static final byte[] ZIP = bytes("504b0304");

    private static final int ZIP_FLAGS = 6;
    private static final int ZIP_ENCRYPTED = 1;

    /** Looks at a file. */
    static FileGuess of(Path file) {
        try {
            return SourceBoundary.read(() -> guess(file));
        } catch (SourceFailure failure) {
            return new FileGuess(Kind.UNREADABLE, failure.getMessage());
        }
    }

    private static FileGuess guess(Path file) throws IOException {
        String name = FileName.last(file).toLowerCase(Locale.ROOT);
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD);
        }
        if (head.length == 0) {
            return new FileGuess(
                    Kind.EMPTY,
                    CONSOLE_NAME.matcher(name).find()
                            ? "empty (0 bytes): was standard error saved, too? COMMAND 2>&1 | tee console.log"
                            : "empty");
        }
        if (startsWith(head, ELF)) {
            return head.length > ELF_TYPE && head[ELF_TYPE] == ELF_CORE
                    ? new FileGuess(
                            Kind.CORE_DUMP,
                            "a core dump; gdb -batch -ex 'thread apply all bt' PROGRAM CORE prints its stacks")
                    : new FileGuess(Kind.OTHER, "a program or a library");
        }
        if (CHECKPOINT_NAME.matcher(name).find()) {
            return new FileGuess(Kind.OTHER, "a checkpoint");
        }
        if (PROFILE_NAME.matcher(name).find()) {
            return new FileGuess(Kind.PROFILE, "a profile");
        }
        if (startsWith(head, ZIP) && head.length > ZIP_FLAGS && (head[ZIP_FLAGS] & ZIP_ENCRYPTED) != 0) {
            return new FileGuess(Kind.ARCHIVE, "an encrypted archive: unpack it first");
        }
        if (ArchiveFormat.of(head) != null) {
            return new FileGuess(Kind.ARCHIVE, "an archive in which no file can be read");
        }
        if (ARCHIVE_NAME.matcher(name).find()) {
            return new FileGuess(Kind.ARCHIVE, "a broken archive: it does not begin as one");
        }
        return isText(head) ? text(file, head) : new FileGuess(Kind.OTHER, "binary, of no format that is read");
    }

    private static FileGuess text(Path file, byte[] head) throws IOException {
        if (PROFILE.matcher(TextFile.decode(head)).find()) {
            return new FileGuess(Kind.PROFILE, "a Chrome or Kineto profile, which does not show what a rank waits for");
        }
        if (isDocument(file)) {
            return new FileGuess(Kind.OTHER, "a program, its configuration or a document");
        }
        String text = "text, " + lines(file);
        Starter starter = LauncherSearch.of(List.of(file)).starter();
        return starter == Starter.UNKNOWN
                ? new FileGuess(Kind.TEXT, text)
                : new FileGuess(
                        Kind.CONSOLE,
                        text + "; console of " + starter.label() + ": no rank reports a time-out or an error in it");
    }

    private static String lines(Path file) throws IOException {
        long lines = 0;
        long read = 0;
        int last = '\n';
        byte[] part = new byte[HEAD];
        try (InputStream in = Files.newInputStream(file)) {
            for (int length = in.read(part); length > 0; length = in.read(part)) {
                for (int i = 0; i < length; i++) {
                    lines += part[i] == '\n' ? 1 : 0;
                }
                last = part[length - 1];
                read += length;
                if (read > MOST_COUNTED) {
                    return "more than " + NumberText.grouped(lines) + " lines";
                }
            }
        }
        lines += last == '\n' ? 0 : 1;
        return lines == 1 ? "1 line" : NumberText.grouped(lines) + " lines";
    }

    /** Returns whether a file's name is that of a program or a document, which can quote what another job wrote. */
    static boolean isDocument(Path file) {
        return DOCUMENT_NAME.matcher(file.getFileName().toString()).find();
    }

    /** Returns whether a file can be read and is text; an empty one is not. */
    static boolean isText(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(SourceReader.HEAD_LENGTH);
            return head.length > 0 && isText(head);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether the bytes have no control characters but those of layout and of colours. */
    private static boolean isText(byte[] head) {
        String layout = "\t\n\f\r\b\u001b\u0007";
        return TextFile.canBeText(head)
                && TextFile.decode(head).chars().allMatch(letter -> letter >= ' ' || layout.indexOf(letter) >= 0);
    }

    private static boolean startsWith(byte[] head, byte[] expected) {
        return head.length >= expected.length && Arrays.equals(head, 0, expected.length, expected, 0, expected.length);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
