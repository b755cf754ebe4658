package dev.rollcall.samples.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code .ci/gpu/expect}, which compares verdicts with what is expected on machines with GPUs. */
class ExpectedFactsTest {
    private static final String VERDICT = """
            {"verdict": "desync", "culprits": [], "suspects": [0, 1], "summary": "Look at ranks 0 and 1 first.",
             "findings": [{"cause": "shared-device", "severity": "suspect", "ranks": [0, 1], "summary": "", "evidence": [
               {"rank": 0, "stack": [{"method": "a", "file": "Train.java", "line": 7}]},
               {"rank": 2, "stack": [{"method": "a", "file": "Train.java", "line": 9}]}],
               "branch": {"file": "Train.java", "line": 5, "condition": "rank == 0"}},
              {"cause": "undetermined", "severity": "consequence", "ranks": [1], "summary": "", "evidence": [
               {"rank": 1, "stack": [{"method": "a"}, {"method": "b", "file": "Train.java", "line": 8}]}]}],
             "positions": [],
             "results": [{"communicator": {"name": "world"}, "compared": 19, "differing": 0, "calls": []}],
             "hosts": [], "coverage": {}}
            """;

    private record Printed(int exitCode, String text) {}

    @TempDir
    private Path folder;

    private Printed expect(String... facts) throws IOException, InterruptedException {
        Path verdict = Files.writeString(folder.resolve("verdict.json"), VERDICT);
        List<String> command = new ArrayList<>(List.of("python3", "../.ci/gpu/expect", verdict.toString()));
        command.addAll(List.of(facts));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException absent) {
            assumeTrue(false, "no Python on this machine");
            return null;
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Printed(process.waitFor(), text);
    }

    @Test
    void printsTheSentenceWhereAllIsAsExpected() throws Exception {
        assertEquals(
                new Printed(0, "Look at ranks 0 and 1 first.\n"),
                expect(
                        "verdict=desync",
                        "culprits=",
                        "suspects=0,1",
                        "cause=shared-device",
                        "kind=suspect",
                        "ranks=0,1",
                        "place=Train.java:7",
                        "place=Train.java:8",
                        "condition=Train.java:5",
                        "held=",
                        "compared=19",
                        "differing=0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "verdict=healthy",
                "culprits=0",
                "suspects=0",
                "suspects=",
                "cause=undetermined",
                "kind=culprit",
                "ranks=1",
                "place=Train.java:9",
                "condition=",
                "held=0",
                "compared=0",
                "differing=1"
            })
    void failsAtEachFactThatDiffers(String fact) throws Exception {
        assertEquals(1, expect("verdict=desync", fact).exitCode());
    }

    @Test
    void printsEachDifference() throws Exception {
        assertEquals("""
                Look at ranks 0 and 1 first.
                culprits: expected 0, was none
                place: expected Train.java:9, was ['Train.java:7', 'Train.java:8']
                """, expect("culprits=0", "place=Train.java:9").text());
    }
}
