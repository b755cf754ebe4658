package dev.rollcall.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Compares the Java reader, the Java writer and docs/decode_trace.py with the golden files. */
class GoldenTraceTest {
    static final List<String> NAMES = GoldenTraces.NAMES;

    @TempDir
    Path folder;

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(GoldenTraceTest.class.getResource(name).toURI());
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void readerReturnsTheGoldenJson(String name) throws Exception {
        String expected = Files.readString(resource(name + ".json"));
        assertEquals(expected, GoldenJson.of(TraceReader.open(resource(name + ".trace"))));
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void writerWritesTheGoldenTrace(String name) throws Exception {
        GoldenTraces.main(new String[] {folder.toString()});
        assertEquals(-1, Files.mismatch(resource(name + ".trace"), folder.resolve(name + ".trace")));
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void pythonDecoderPrintsTheGoldenJson(String name) throws Exception {
        assertEquals(Files.readString(resource(name + ".json")), decode(resource(name + ".trace")));
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void pythonDecoderReadsATruncatedTraceLikeTheReader(String name) throws Exception {
        byte[] whole = Files.readAllBytes(resource(name + ".trace"));
        for (int length = TraceHeader.LENGTH; length < whole.length; length += 1700) {
            Path cut = Files.write(folder.resolve("cut.trace"), Arrays.copyOf(whole, length));
            assertEquals(
                    GoldenJson.of(TraceReader.open(cut)),
                    decode(cut),
                    () -> "cut to " + cut.toFile().length());
        }
    }

    @Test
    void pythonDecoderRejectsAFileThatIsNotATrace() throws Exception {
        Path file = Files.write(folder.resolve("no.trace"), "something else".getBytes(UTF_8));
        Process process = python(file);
        assertEquals("", new String(process.getInputStream().readAllBytes(), UTF_8));
        assertTrue(new String(process.getErrorStream().readAllBytes(), UTF_8).contains("not a trace"));
        assertEquals(1, process.waitFor());
    }

    private static String decode(Path file) throws IOException, InterruptedException {
        Process process = python(file);
        String json = new String(process.getInputStream().readAllBytes(), UTF_8);
        String error = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), error);
        return json;
    }

    private static Process python(Path file) throws IOException {
        try {
            return new ProcessBuilder(
                            "python3",
                            "-B",
                            Path.of("..", "docs", "decode_trace.py").toString(),
                            file.toString())
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "python3 is not available to run docs/decode_trace.py");
            throw e;
        }
    }
}
