package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads the traces that Rollcall's recorder writes. Thread-safe. */
public final class TraceSourceReader implements SourceReader {
    private static final byte[] MAGIC = "ROLLCALL".getBytes(StandardCharsets.US_ASCII);

    private final SharedTraceValues shared = new SharedTraceValues();
    private final WholeCallLoader loader = new WholeCallLoader(shared);

    /** Makes a reader. */
    public TraceSourceReader() {}

    @Override
    public String formatName() {
        return "Rollcall trace";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        if (head.length < MAGIC.length) {
            return false;
        }
        byte[] start = Arrays.copyOf(head, MAGIC.length);
        // A process that dies while it creates its trace leaves zeros: the magic is written last.
        boolean unfinished = file.toString().endsWith(".trace") && Arrays.equals(start, new byte[MAGIC.length]);
        return unfinished || Arrays.equals(start, MAGIC);
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        return List.of(new TraceSource(file, shared, loader));
    }
}
