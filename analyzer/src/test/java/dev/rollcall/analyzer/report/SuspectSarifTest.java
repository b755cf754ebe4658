package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuspectSarifTest {
    private static JsonNode run(Verdict verdict) throws IOException {
        StringWriter out = new StringWriter();
        VerdictSarif.write(List.of(verdict), new SourceTree(List.of()), out);
        return new ObjectMapper().readTree(out.toString()).at("/runs/0");
    }

    @Test
    void suspectsAreWarningsWithTheirRanks() throws IOException {
        JsonNode run = run(ExampleVerdicts.missingDump());

        JsonNode result = run.at("/results/0");
        assertEquals("warning", result.at("/level").asText());
        assertEquals("[2]", result.at("/properties/ranks").toString());
        assertTrue(
                result.at("/message/text")
                        .asText()
                        .endsWith("check whether its process is alive.\n\nIts dump shows whether it joined call 14."),
                result::toString);
        assertEquals(
                "warning",
                run.at("/invocations/0/toolExecutionNotifications/0/level").asText());
    }

    @Test
    void noResultOfAVerdictWithoutCulpritIsAnError() throws IOException {
        JsonNode results = run(ExampleVerdicts.tie()).at("/results");

        assertEquals(3, results.size());
        results.forEach(result -> assertTrue(!result.get("level").asText().equals("error"), result::toString));
        assertEquals("[0]", results.at("/1/properties/ranks").toString());
        assertEquals("[2]", results.at("/2/properties/ranks").toString());
    }
}
