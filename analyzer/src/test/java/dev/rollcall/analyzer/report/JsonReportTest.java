package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReportTest {

    private static String text(Verdict... verdicts) throws IOException {
        StringWriter out = new StringWriter();
        JsonReport.write(List.of(verdicts), out);
        return out.toString();
    }

    private static JsonNode json(Verdict... verdicts) throws IOException {
        return new ObjectMapper().readTree(text(verdicts));
    }

    private static List<String> fields(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void hasTheAgreedFieldsInOrder() throws IOException {
        JsonNode json = json(ExampleVerdicts.extraBarrier(4));

        assertEquals(
                List.of(
                        "schemaVersion",
                        "tool",
                        "verdict",
                        "culprits",
                        "suspects",
                        "summary",
                        "findings",
                        "positions",
                        "hosts",
                        "waits",
                        "coverage"),
                fields(json));
        assertEquals(
                List.of(
                        "cause",
                        "severity",
                        "ranks",
                        "communicator",
                        "sequence",
                        "summary",
                        "explanation",
                        "remedy",
                        "branch",
                        "evidence"),
                fields(json.at("/findings/0")));
        assertEquals(List.of("expected", "read", "unreadable", "overwritten"), fields(json.at("/coverage")));
    }

    @Test
    void writesTheVerdict() throws IOException {
        JsonNode json = json(ExampleVerdicts.extraBarrier(4));

        assertEquals("rollcall", json.at("/tool/name").asText());
        assertEquals(Version.CURRENT, json.at("/tool/version").asText());
        assertEquals("desync", json.at("/verdict").asText());
        assertEquals("[0]", json.at("/culprits").toString());
        assertEquals("extra-collective", json.at("/findings/0/cause").asText());
        assertEquals("culprit", json.at("/findings/0/severity").asText());
        assertEquals(
                "{\"name\":\"world\",\"size\":4}",
                json.at("/findings/0/communicator").toString());
        assertEquals(12, json.at("/findings/0/sequence").asInt());
        assertEquals(
                "{\"file\":\"Trainer.java\",\"line\":86,\"condition\":\"rank == 0\"}",
                json.at("/findings/0/branch").toString());
    }

    @Test
    void givesEveryCallOfTheEvidenceWithItsStack() throws IOException {
        JsonNode evidence = json(ExampleVerdicts.extraBarrier(4)).at("/findings/0/evidence/1");

        assertEquals(1, evidence.at("/rank").asInt());
        assertEquals("all_reduce", evidence.at("/call/operation").asText());
        assertEquals(1024, evidence.at("/call/count").asInt());
        assertEquals("started", evidence.at("/call/state").asText());
        assertEquals("example.Trainer.step", evidence.at("/stack/1/method").asText());
        assertEquals("Trainer.java", evidence.at("/stack/1/file").asText());
        assertEquals(22, evidence.at("/stack/1/line").asInt());
        assertTrue(evidence.at("/call/root").isMissingNode());
        assertTrue(evidence.at("/call/completed").isMissingNode());
    }

    @Test
    void leavesOutWhatIsNotKnown() throws IOException {
        JsonNode json = json(ExampleVerdicts.absentRank());

        assertTrue(json.at("/findings/0/branch").isMissingNode());
        assertTrue(json.at("/findings/0/evidence/0/call").isMissingNode());
        assertEquals("made no call 14", json.at("/findings/0/evidence/0/note").asText());
    }

    @Test
    void givesSuspectsTheirReasonAndWhatWouldSettleIt() throws IOException {
        JsonNode json = json(ExampleVerdicts.missingDump());

        assertEquals("[]", json.at("/culprits").toString());
        assertEquals("[2]", json.at("/suspects").toString());
        assertEquals(
                "Ranks 0, 1 and 3 have waited at Trainer.java:22 for 47 s.",
                json.at("/detail").asText());
        assertEquals("2026-09-21T14:13:33Z", json.at("/frozenAt").asText());
        assertEquals("suspect", json.at("/findings/0/severity").asText());
        assertEquals(
                "Its dump shows whether it joined call 14.",
                json.at("/findings/0/settles").asText());
    }

    @Test
    void groupsRanksByPositionAndByHost() throws IOException {
        JsonNode json = json(ExampleVerdicts.tie());

        assertEquals(2, json.at("/positions").size());
        assertEquals(
                "{\"ranks\":[0,1],\"state\":\"waiting\",\"communicator\":{\"name\":\"world\",\"size\":4},"
                        + "\"call\":{\"sequence\":7,\"operation\":\"barrier\"},"
                        + "\"place\":{\"method\":\"example.Trainer.save\",\"file\":\"Trainer.java\",\"line\":88},"
                        + "\"waitingSince\":\"2026-09-21T14:13:26Z\",\"waitedSeconds\":54.0}",
                json.at("/positions/0").toString());
        assertEquals(
                "[{\"host\":\"node0\",\"ranks\":[0,1,2,3]}]", json.at("/hosts").toString());
    }

    @Test
    void saysHowTheProcessOfARankEnded() throws IOException {
        JsonNode position = json(ExampleVerdicts.absentRank()).at("/positions/1");

        assertEquals("[3]", position.get("ranks").toString());
        assertEquals("completed", position.get("state").asText());
        assertTrue(position.get("process").asText().startsWith("thread main ended with FloatingPointException"));
        assertFalse(position.has("waitingSince"));
    }

    @Test
    void staysSmallForThousandsOfRanks() throws IOException {
        String text = text(ExampleVerdicts.extraBarrier(2_048));

        String ends = text.substring(text.indexOf("\"positions\""), text.indexOf("\"coverage\""));
        assertTrue(ends.length() < 40_000, () -> "length " + ends.length());
    }

    @Test
    void putsSeveralJobsIntoAnArrayWithTheirIdentities() throws IOException {
        JsonNode json = json(ExampleVerdicts.healthy(), ExampleVerdicts.absentRank());

        assertEquals(List.of("schemaVersion", "tool", "jobs"), fields(json));
        assertEquals("job-7", json.at("/jobs/0/job").asText());
        assertEquals("/traces", json.at("/jobs/0/folder").asText());
        assertEquals("healthy", json.at("/jobs/0/verdict").asText());
        assertEquals("desync", json.at("/jobs/1/verdict").asText());
    }

    @Test
    void escapesWhatWouldSteerATerminalAndKeepsTheRest() throws IOException {
        String hostile = "\u001b[31m\u009b\u202e\u007f × 1–3 \uD83D\uDE00 \"";

        String text = text(ExampleVerdicts.hostile(hostile));

        assertFalse(text.codePoints().anyMatch(point -> point != '\n' && Character.isISOControl(point)));
        assertFalse(text.contains("\u202e"));
        assertTrue(text.contains(" × 1–3 \uD83D\uDE00 \\\""));
        assertEquals(hostile, new ObjectMapper().readTree(text).at("/summary").asText());
    }

    @Test
    void everyOutcomeIsDocumentedWithItsExitCode() throws IOException {
        String page = Files.readString(Path.of("../docs/verdict.md"));
        for (Outcome outcome : Outcome.values()) {
            assertTrue(
                    page.lines()
                            .anyMatch(line -> line.startsWith("| `" + outcome.id() + "` |")
                                    && line.endsWith(" | " + outcome.exitCode() + " |")),
                    outcome.id());
        }
    }
}
