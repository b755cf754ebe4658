package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
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
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.contains(" NCCL INFO ") || text.contains(" NCCL WARN ");
    }

    /** What a job writes to its standard output begins with other things. */
    private static boolean saysLater(Path file, byte[] head) {
        for (byte letter : head) {
            if (letter == 0) {
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
        try (InputStream in = Files.newInputStream(file)) {
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
            throw new IOException("a log of NCCL that tells of no communicator (NCCL_DEBUG=INFO with"
                    + " NCCL_DEBUG_SUBSYS=INIT,COLL writes them)");
        }
        return sources;
    }

    private static boolean cut(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            open.seek(Math.max(0, open.length() - 1));
            return open.read() != '\n';
        }
    }
}
