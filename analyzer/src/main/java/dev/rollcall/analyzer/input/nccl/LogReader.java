package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.text.TextFile;
import dev.rollcall.analyzer.input.text.TextLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads NCCL's logs ({@code NCCL_DEBUG=INFO}), of one or of several processes in a file. Thread-safe. */
public final class LogReader implements SourceReader {
    /** The bytes of a job's output in which the first message of NCCL is looked for. */
    private static final int BEGINNING = 1 << 20;

    /** The names of files into which launchers and batch systems write a process's output. */
    private static final Pattern OUTPUT =
            Pattern.compile("(?i)\\.(log|out|err|txt)$|^(stdout|stderr|slurm)|\\.[oe]\\d+$");

    /** Makes a reader. */
    public LogReader() {}

    @Override
    public String formatName() {
        return "NCCL log";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        return hasMessage(TextFile.decode(head))
                || OUTPUT.matcher(file.getFileName().toString()).find()
                        && TextFile.canBeText(head)
                        && hasMessageLater(file);
    }

    private static boolean hasMessageLater(Path file) {
        try {
            return hasMessage(TextFile.beginning(file, BEGINNING));
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static boolean hasMessage(String text) {
        return text.contains(" NCCL INFO ") || text.contains(" NCCL WARN ");
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        Map<String, LoggedProcess> processes = new LinkedHashMap<>();
        LogLineParser parser = new LogLineParser();
        try (TextLines lines = TextFile.lines(file)) {
            for (String text = lines.next(); text != null; text = lines.next()) {
                for (LogLine line : parser.parse(text)) {
                    processes
                            .computeIfAbsent(
                                    line.host() + ":" + line.pid(), key -> new LoggedProcess(line.host(), line.pid()))
                            .add(line);
                }
            }
        }
        boolean cutOff = TextFile.endsWithinLine(file);
        List<ProcessSource> sources = new ArrayList<>();
        processes.values().stream()
                .filter(process -> !process.communicators.isEmpty())
                .forEach(process -> sources.add(new LogSource(file, process, cutOff)));
        if (sources.isEmpty()) {
            throw new IOException(
                    "an NCCL log in which no process began to create a communicator: either the processes did not"
                            + " get so far, or NCCL_DEBUG=INFO with NCCL_DEBUG_SUBSYS=INIT,COLL was not set");
        }
        return sources;
    }
}
