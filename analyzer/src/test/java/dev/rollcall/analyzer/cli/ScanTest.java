package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ScanTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final String TRAINER = """
            package demo;
            import org.bytedeco.pytorch.*;
            class Trainer {
                @interface RankConditional {}
                @interface ReturnsRank {}
                void save(ProcessGroup group, int step) {
                    // BEFORE
                    if (group.getRank() == 0) {
                        group.barrier();
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Path compiled(String source) throws IOException {
        Path classes = folder.resolve("classes");
        for (Map.Entry<String, byte[]> each :
                Compiler.compile(Map.of("demo.Trainer", source)).entrySet()) {
            Path file = classes.resolve(each.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        Path sources = Files.createDirectories(folder.resolve("sources/demo"));
        Files.writeString(sources.resolve("Trainer.java"), source);
        return classes;
    }

    @Test
    void printsALineForEachFindingLikeACompiler() throws IOException {
        CommandLineRun run = CommandLineRun.of("scan", compiled(TRAINER));

        TEXTS.verify(run.out());
        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
    }

    @Test
    void writesTheSameAsJson() throws IOException {
        CommandLineRun run = CommandLineRun.of("scan", "--format", "json", compiled(TRAINER));

        JsonNode finding =
                new ObjectMapper().readTree(run.out()).get("findings").get(0);
        assertEquals("warning", finding.get("severity").asText());
        assertEquals("extra-collective", finding.get("cause").asText());
        assertEquals("Trainer.java", finding.get("file").asText());
        assertEquals(8, finding.get("line").asInt());
        assertEquals("group.getRank() == 0", finding.get("condition").asText());
        assertEquals("0", finding.get("ranks").asText());
        assertEquals("barrier", finding.get("calls").get(0).get("operation").asText());
    }

    @Test
    void writesSarifWithThePathsOfTheSources() throws IOException {
        Path sources = folder.resolve("sources");
        CommandLineRun run = CommandLineRun.of("scan", "--format", "sarif", "--source", sources, compiled(TRAINER));

        JsonNode log = new ObjectMapper().readTree(run.out());
        assertEquals("2.1.0", log.get("version").asText());
        JsonNode only = log.get("runs").get(0);
        JsonNode result = only.get("results").get(0);
        JsonNode rule = only.get("tool")
                .get("driver")
                .get("rules")
                .get(result.get("ruleIndex").asInt());
        assertEquals(rule.get("id"), result.get("ruleId"));
        assertEquals("warning", result.get("level").asText());
        JsonNode place = result.get("locations").get(0).get("physicalLocation");
        assertEquals(
                sources.resolve("demo/Trainer.java").toString(),
                place.get("artifactLocation").get("uri").asText());
        assertEquals(8, place.get("region").get("startLine").asInt());
        assertEquals(
                9,
                result.get("relatedLocations")
                        .get(0)
                        .get("physicalLocation")
                        .get("region")
                        .get("startLine")
                        .asInt());
    }

    @Test
    void sarifNamesACallOnceIfOnlyItsRootDiffers() throws IOException {
        Path source = Files.writeString(folder.resolve("train.py"), """
                import torch.distributed as dist
                rank = dist.get_rank()
                dist.broadcast(weights, 0 if rank != 3 else 1)
                """);

        JsonNode result = new ObjectMapper()
                .readTree(CommandLineRun.of("scan", "--format", "sarif", source).out())
                .get("runs")
                .get(0)
                .get("results")
                .get(0);

        assertEquals("root-mismatch", result.get("ruleId").asText());
        assertEquals(1, result.get("relatedLocations").size());
    }

    @Test
    void skipsConditionsWithAnIgnoreComment() throws IOException {
        Path classes = compiled(TRAINER.replace("BEFORE", "rollcall: ignore, the others are in the store by then"));

        assertEquals(1, CommandLineRun.of("scan", classes).exitCode());
        CommandLineRun run = CommandLineRun.of("scan", classes, "--source", folder.resolve("sources"));
        assertEquals(0, run.exitCode());
        TEXTS.verify(run.out());
    }

    @Test
    void skipsMethodsWithAnAnnotation() throws IOException {
        CommandLineRun run =
                CommandLineRun.of("scan", compiled(TRAINER.replace("    void save", "    @RankConditional void save")));

        assertEquals(0, run.exitCode());
    }

    @Test
    void treatsAnAnnotatedMethodAsTheRank() throws IOException {
        String source = TRAINER.replace("group.getRank()", "own()")
                .replace("    void save", "    @ReturnsRank int own() { return hashCode(); }\n    void save");

        assertTrue(CommandLineRun.of("scan", compiled(source)).out().contains("warning: own() == 0"));
    }

    @Test
    void readsACatalogueOfAnotherLibrary() throws IOException {
        Path calls = Files.writeString(folder.resolve("mine.calls"), """
                library mine
                class demo.Comm
                  call all_reduce sum input
                  rank myRank
                """);
        String source = """
                package demo;
                class Comm {
                    native int myRank();
                    native void sum(float[] all);
                    void step(float[] loss) {
                        if (myRank() > 1) {
                            return;
                        }
                        sum(loss);
                    }
                }
                """;
        Path file = folder.resolve("Comm.class");
        Files.write(file, Compiler.compile(Map.of("demo.Comm", source)).get("demo.Comm"));

        assertEquals(0, CommandLineRun.of("scan", file).exitCode());
        assertTrue(CommandLineRun.of("scan", file, "--calls", calls).out().startsWith("Comm.java:6: warning: "));
    }

    @Test
    void namesUnreadableClassesAndReadsTheRest() throws IOException {
        Path classes = compiled(TRAINER);
        byte[] content = Files.readAllBytes(classes.resolve("demo/Trainer.class"));
        byte[] newer = content.clone();
        newer[7] = 127;
        Files.write(classes.resolve("demo/Newer.class"), newer);
        Files.write(classes.resolve("demo/Cut.class"), java.util.Arrays.copyOf(content, content.length / 2));
        Files.writeString(classes.resolve("demo/Text.class"), "no class at all");

        CommandLineRun run = CommandLineRun.of("scan", classes);

        for (String name : new String[] {"Newer", "Cut", "Text"}) {
            assertTrue(run.out().contains(name + ".class: not read: "), run.out());
        }
        assertTrue(run.out().contains("Trainer.java:8: warning"), run.out());
        assertEquals(1, run.exitCode());
    }
}
