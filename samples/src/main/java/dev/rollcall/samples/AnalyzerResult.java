package dev.rollcall.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What {@code rollcall analyze --format json} said.
 *
 * @param exitCode its exit code
 * @param verdict the outcome
 * @param culprits the ranks that diverged, ascending
 * @param cause the first finding's cause; empty if there is no finding
 * @param summary the sentence on top
 * @param branch the condition that the first finding blames, such as {@code Train.java:39}; empty if none
 * @param calls where the first finding's evidence says that the culprits made their calls, such as {@code Train.java:41}
 */
public record AnalyzerResult(
        int exitCode,
        String verdict,
        List<Integer> culprits,
        String cause,
        String summary,
        String branch,
        List<String> calls) {

    /**
     * Reads the analyzer's JSON.
     *
     * @throws JsonProcessingException if {@code json} is none
     */
    public static AnalyzerResult parse(int exitCode, String json) throws JsonProcessingException {
        JsonNode root = new ObjectMapper().readTree(json);
        JsonNode finding = root.path("findings").path(0);
        List<Integer> culprits =
                elements(root.path("culprits")).map(JsonNode::asInt).toList();
        return new AnalyzerResult(
                exitCode,
                root.path("verdict").asText(),
                culprits,
                finding.path("cause").asText(),
                root.path("summary").asText(),
                finding.has("branch") ? place(finding.path("branch")) : "",
                elements(finding.path("evidence"))
                        .filter(evidence ->
                                culprits.contains(evidence.path("rank").asInt()))
                        .flatMap(evidence -> elements(evidence.path("stack"))
                                .filter(frame -> frame.has("line"))
                                .limit(1))
                        .map(AnalyzerResult::place)
                        .toList());
    }

    /** Python's frames have whole paths. */
    private static String place(JsonNode frame) {
        String file = frame.path("file").asText();
        return file.substring(file.lastIndexOf('/') + 1) + ":"
                + frame.path("line").asInt();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** Returns whether the sentence on top, or a culprit's call in evidence, names {@code place}. */
    public boolean names(String place) {
        return calls.contains(place)
                || Pattern.compile("\\b" + Pattern.quote(place) + "\\b")
                        .matcher(summary)
                        .find();
    }
}
