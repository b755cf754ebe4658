package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictSarifTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    @TempDir
    Path folder;

    private static JsonNode runs(Object... words) throws IOException {
        JsonNode log = new ObjectMapper().readTree(CommandLineRun.of(words).out());
        assertEquals("2.1.0", log.get("version").asText());
        return log.get("runs");
    }

    private static JsonNode physical(JsonNode location) {
        return location.get("physicalLocation");
    }

    @Test
    void pointsAtTheCulpritsLine() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src/example"));
        Files.writeString(sources.resolve("Trainer.java"), "package example;\n");
        Path job = RecordedJob.hung(Files.createDirectories(folder.resolve("job")), "job-7");

        JsonNode run = runs("analyze", job, "--format", "sarif", "--source", folder.resolve("src"))
                .get(0);

        JsonNode result = run.get("results").get(0);
        assertEquals("error", result.get("level").asText());
        assertEquals("extra-collective", result.get("ruleId").asText());
        String summary = CommandLineRun.of("analyze", job, "--format", "json")
                .json()
                .at("/summary")
                .asText();
        assertTrue(result.get("message").get("text").asText().startsWith(summary), summary);
        assertEquals(0, result.get("properties").get("ranks").get(0).asInt());
        JsonNode place = physical(result.get("locations").get(0));
        assertEquals(
                sources.resolve("Trainer.java").toString(),
                place.get("artifactLocation").get("uri").asText());
        assertEquals(88, place.get("region").get("startLine").asInt());
        JsonNode other = result.get("relatedLocations").get(1);
        assertEquals(22, physical(other).get("region").get("startLine").asInt());
        assertTrue(other.get("message").get("text").asText().startsWith("rank 1, call 6: all_reduce"));
    }

    @Test
    void pointsAtTheTraceIfNoLineIsKnown() throws IOException {
        JsonNode result = runs("analyze", CORPUS.resolve("nccl-log/op_mismatch"), "--format", "sarif")
                .get(0)
                .get("results")
                .get(0);

        JsonNode place = physical(result.get("locations").get(0));
        assertTrue(place.get("artifactLocation").get("uri").asText().endsWith(".log"));
        assertEquals(null, place.get("region"));
    }

    @Test
    void writesOneRunPerJob() throws IOException {
        Path both = Files.createDirectories(folder.resolve("both"));
        RecordedJob.hung(Files.createDirectories(both.resolve("a")), "job-7");
        RecordedJob.healthy(Files.createDirectories(both.resolve("b")), "job-8");

        JsonNode runs = runs("analyze", both, "--format", "sarif");

        assertEquals(2, runs.size());
        for (JsonNode run : runs) {
            boolean hung = run.get("automationDetails").get("id").asText().equals("analyze/job-7/");
            JsonNode told = run.get("invocations")
                    .get(0)
                    .get("toolExecutionNotifications")
                    .get(0);
            assertEquals(hung ? "error" : "note", told.get("level").asText());
            assertTrue(told.get("message").get("text").asText().startsWith(hung ? "desync: " : "healthy: "));
            assertEquals(hung, run.get("results").size() > 0);
        }
    }

    @Test
    void encodesPathsAsUris() throws IOException {
        Path job = RecordedJob.hung(Files.createDirectories(folder.resolve("job")), "job-7");
        Path sources = Files.createDirectories(folder.resolve("my sources/50 % off/example"));
        Files.writeString(sources.resolve("Trainer.java"), "package example;\n");

        JsonNode result = runs("analyze", job, "--format", "sarif", "--source", folder.resolve("my sources"))
                .get(0)
                .get("results")
                .get(0);

        String uri = physical(result.get("locations").get(0))
                .get("artifactLocation")
                .get("uri")
                .asText();
        assertTrue(uri.endsWith("/my%20sources/50%20%25%20off/example/Trainer.java"), uri);
    }
}
