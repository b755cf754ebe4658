package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads Rollcall's own traces. */
public final class TraceSourceReader implements SourceReader {
    private static final byte[] MAGIC = "ROLLCALL".getBytes(StandardCharsets.US_ASCII);

    private final SharedTraceValues pool = new SharedTraceValues();

    /** Makes a reader. */
    public TraceSourceReader() {}

    @Override
    public String kind() {
        return "Rollcall trace";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        // A trace whose process died while it was being made has no magic yet; its name and its zeros tell.
        boolean unfinished = file.toString().endsWith(".trace")
                && head.length >= MAGIC.length
                && Arrays.equals(head, 0, MAGIC.length, new byte[MAGIC.length], 0, MAGIC.length);
        return unfinished
                || head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        return List.of(new TraceSource(file, pool));
    }
}
