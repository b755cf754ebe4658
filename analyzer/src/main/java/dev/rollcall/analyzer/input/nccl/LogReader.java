package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.text.TextLines;
import dev.rollcall.analyzer.input.text.Utf16Log;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads NCCL's logs, of one process a file or of several in one. */
public final class LogReader implements SourceReader {
    private static final int BEGINNING = 1 << 20;

    /** Names of what a launcher or a batch system writes a process's output into. */
    private static final Pattern OUTPUT =
            Pattern.compile("(?i)\\.(log|out|err|txt)$|^(stdout|stderr|slurm)|\\.[oe]\\d+$");

    /** Makes a reader. */
    public LogReader() {}

    @Override
    public String kind() {
        return "NCCL log";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        return says(head) || OUTPUT.matcher(file.getFileName().toString()).find() && saysLater(file, head);
    }

    private static boolean says(byte[] bytes) {
        String text = new String(bytes, charset(bytes));
        return text.contains(" NCCL INFO ") || text.contains(" NCCL WARN ");
    }

    /** What a job writes to its standard output begins with other things. */
    private static boolean saysLater(Path file, byte[] head) {
        for (byte letter : head) {
            if (letter == 0 && !wide(head)) {
                return false;
            }
        }
        try (InputStream in = Files.newInputStream(file)) {
            return says(in.readNBytes(BEGINNING));
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        Map<String, LoggedProcess> processes = new LinkedHashMap<>();
        LogLines meaning = new LogLines();
        try (InputStream in = text(file)) {
            TextLines lines = new TextLines(in);
            for (String text = lines.next(); text != null; text = lines.next()) {
                for (LogLine line : meaning.of(text)) {
                    processes
                            .computeIfAbsent(
                                    line.host() + ":" + line.pid(), key -> new LoggedProcess(line.host(), line.pid()))
                            .add(line);
                }
            }
        }
        boolean cut = cut(file);
        List<ProcessSource> sources = new ArrayList<>();
        processes.values().stream()
                .filter(process -> !process.communicators.isEmpty())
                .forEach(process -> sources.add(new LogSource(file, process, cut)));
        if (sources.isEmpty()) {
            throw new IOException(
                    "a log of NCCL in which no process began to make a communicator: it never came to that, or"
                            + " NCCL_DEBUG=INFO with NCCL_DEBUG_SUBSYS=INIT,COLL was not set");
        }
        return sources;
    }

    /** A shell of Windows writes what it redirects as UTF-16, and says so by the first two bytes. */
    private static boolean wide(byte[] head) {
        return head.length > 1
                && (head[0] == (byte) 0xff && head[1] == (byte) 0xfe
                        || head[0] == (byte) 0xfe && head[1] == (byte) 0xff);
    }

    private static Charset charset(byte[] head) {
        return wide(head) ? StandardCharsets.UTF_16 : StandardCharsets.ISO_8859_1;
    }

    private static InputStream text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return wide(in.readNBytes(2)) ? new Utf16Log(Files.newInputStream(file)) : Files.newInputStream(file);
        }
    }

    /** Returns whether a file ends within a line. */
    private static boolean cut(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            open.seek(Math.max(0, open.length() - 2));
            int before = open.read();
            int last = open.read();
            return last != '\n' && !(before == '\n' && last <= 0);
        }
    }
}
