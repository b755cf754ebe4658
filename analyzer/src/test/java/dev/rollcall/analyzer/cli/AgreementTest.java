package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From real traces to reports: text, JSON and HTML agree on the verdict and its evidence. */
class AgreementTest {
    private static final int WORLD = 4;
    private static final int STEPS = 5;

    @TempDir
    Path folder;

    /** What rank 2 does while the others reduce a bucket, then issue their step. */
    private enum Fault {
        EXTRA("extra-collective", "barrier", "Trainer.java:88") {
            @Override
            void happen(RecordedRank rank, CommunicatorWriter all) {
                rank.call(all, Operation.BARRIER, 0, "save", 88);
            }
        },
        SKIPPED("skipped-collective", "all_reduce(512 × f32, sum)", "Trainer.java:23") {
            @Override
            void happen(RecordedRank rank, CommunicatorWriter all) {
                rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
            }
        },
        ABSENT("rank-absent", "no call", "Trainer.java:70") {
            @Override
            void happen(RecordedRank rank, CommunicatorWriter all) {
                rank.look(1, "main", "load", 70);
            }
        },
        CRASHED("rank-absent", "loss is NaN", "Trainer.java:57") {
            @Override
            void happen(RecordedRank rank, CommunicatorWriter all) {
                rank.uncaught("main", "java.lang.ArithmeticException", "loss is NaN");
            }
        };

        private final String cause;
        private final String call;
        private final String place;

        Fault(String cause, String call, String place) {
            this.cause = cause;
            this.call = call;
            this.place = place;
        }

        abstract void happen(RecordedRank rank, CommunicatorWriter all);
    }

    private void record(Fault fault) throws IOException {
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = RecordedRank.of(folder.resolve("traces"), "job-7", number, WORLD, 64)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                rank.steps(all, STEPS);
                if (number == 2) {
                    fault.happen(rank, all);
                } else {
                    rank.call(all, Operation.ALL_REDUCE, 512, "bucket", 23);
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                }
                rank.alive(90);
            }
        }
    }

    private String run(String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String[] args = new String[options.length + 2];
        args[0] = "analyze";
        args[1] = folder.resolve("traces").toString();
        System.arraycopy(options, 0, args, 2, options.length);
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertEquals(1, new CommandDispatcher(printed, printed, new Terminal(Ink.PLAIN, 80)).run(args), out::toString);
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void ofTextJsonAndHtml(Fault fault) throws IOException {
        record(fault);
        Path file = folder.resolve("report.html");

        String text = run("--html", file.toString());
        JsonNode json = new ObjectMapper().readTree(run("--format", "json"));
        String page = Files.readString(file);

        String summary = json.at("/summary").asText();
        assertEquals("[2]", json.at("/culprits").toString(), summary);
        assertEquals(fault.cause, json.at("/findings/0/cause").asText(), summary);
        assertTrue(text.replaceAll("\\s+", " ").startsWith(summary), text);
        assertTrue(text.contains("desync · " + fault.cause + "\nCulprit: rank 2"), text);
        String heading = page.substring(page.indexOf("<h1>") + 4, page.indexOf("</h1>"));
        assertEquals(
                summary.replace("`", ""),
                heading.replaceAll("</?code>", "").replace("&#34;", "\"").strip());
        for (String report : new String[] {text, page}) {
            assertTrue(report.contains("Rank 2") && report.contains("Ranks 0, 1 and 3"), report);
            assertTrue(report.contains(fault.call) && report.contains(fault.place), report);
        }
    }
}
