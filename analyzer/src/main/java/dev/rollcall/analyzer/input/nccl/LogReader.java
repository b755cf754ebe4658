package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.model.Call;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads NCCL's logs, of one process a file or of several in one. */
public final class LogReader implements SourceReader {
    private static final int LONGEST_LINE = 64 << 10;

    /** Makes a reader. */
    public LogReader() {}

    @Override
    public String kind() {
        return "NCCL log";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        return text.contains(" NCCL INFO ") || text.contains(" NCCL WARN ");
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        Map<String, LoggedProcess> processes = new LinkedHashMap<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1))) {
            for (String text = line(lines); text != null; text = line(lines)) {
                LogLine line = LogLine.of(text);
                if (line != null) {
                    processes
                            .computeIfAbsent(
                                    line.host() + ":" + line.pid(), key -> new LoggedProcess(line.host(), line.pid()))
                            .add(line);
                }
            }
        }
        boolean cut = cut(file);
        long observed = file.toAbsolutePath().getParent() == null
                ? Call.NO_TIME
                : RasAnswer.time(file.toAbsolutePath().getParent());
        List<ProcessSource> sources = new ArrayList<>();
        processes.values().stream()
                .filter(process -> !process.communicators.isEmpty())
                .forEach(process -> sources.add(new LogSource(file, process, observed, cut)));
        if (sources.isEmpty()) {
            throw new IOException("a log of NCCL that tells of no communicator (NCCL_DEBUG=INFO with"
                    + " NCCL_DEBUG_SUBSYS=INIT,COLL writes them)");
        }
        return sources;
    }

    /**
     * Returns the next line, of a longer one its beginning; null at the end, and for a line that the end cuts off. A file
     * without line ends takes no more memory.
     */
    private static String line(BufferedReader from) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = from.read();
        for (; next >= 0 && next != '\n'; next = from.read()) {
            if (line.length() < LONGEST_LINE) {
                line.append((char) next);
            }
        }
        return next < 0 ? null : line.toString();
    }

    private static boolean cut(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            open.seek(Math.max(0, open.length() - 1));
            return open.read() != '\n';
        }
    }
}
