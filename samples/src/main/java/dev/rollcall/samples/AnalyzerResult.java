package dev.rollcall.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The result of {@code rollcall analyze --format json}, as far as samples are checked by it.
 *
 * @param exitCode the exit code
 * @param verdict the outcome
 * @param culprits the culprits, ascending
 * @param suspects the suspects, ascending; empty if the analyzer gives none
 * @param cause the first finding's cause; empty without a finding
 * @param summary the verdict's sentence
 * @param branch the condition that the first finding names, such as {@code Train.java:39}; empty without one
 * @param calls the lines of the culprits' calls in the first finding's evidence, such as {@code Train.java:41}
 */
public record AnalyzerResult(
        int exitCode,
        String verdict,
        List<Integer> culprits,
        List<Integer> suspects,
        String cause,
        String summary,
        String branch,
        List<String> calls) {

    /**
     * Parses the analyzer's JSON.
     *
     * @throws JsonProcessingException if {@code json} is malformed
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
                elements(root.path("suspects")).map(JsonNode::asInt).toList(),
                finding.path("cause").asText(),
                root.path("summary").asText(),
                finding.has("branch") ? line(finding.path("branch")) : "",
                elements(finding.path("evidence"))
                        .filter(evidence ->
                                culprits.contains(evidence.path("rank").asInt()))
                        .flatMap(evidence -> elements(evidence.path("stack"))
                                .filter(frame -> frame.has("line"))
                                .limit(1))
                        .map(AnalyzerResult::line)
                        .toList());
    }

    /** Returns file name and line; a Python frame has the whole path. */
    private static String line(JsonNode frame) {
        String file = frame.path("file").asText();
        return file.substring(file.lastIndexOf('/') + 1) + ":"
                + frame.path("line").asInt();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** Returns whether the summary or a culprit's call in the evidence names {@code line}. */
    public boolean names(String line) {
        return calls.contains(line)
                || Pattern.compile("\\b" + Pattern.quote(line) + "\\b")
                        .matcher(summary)
                        .find();
    }
}
