package dev.rollcall.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * What {@code rollcall analyze --format json} said.
 *
 * @param exitCode its exit code
 * @param verdict the outcome
 * @param culprits the ranks that diverged, ascending
 * @param cause the first finding's cause; empty if there is no finding
 * @param summary the sentence on top
 */
public record Answer(int exitCode, String verdict, List<Integer> culprits, String cause, String summary) {

    /**
     * Reads the analyzer's JSON.
     *
     * @throws JsonProcessingException if {@code json} is none
     */
    public static Answer parse(int exitCode, String json) throws JsonProcessingException {
        JsonNode root = new ObjectMapper().readTree(json);
        return new Answer(
                exitCode,
                root.path("verdict").asText(),
                StreamSupport.stream(root.path("culprits").spliterator(), false)
                        .map(JsonNode::asInt)
                        .toList(),
                root.path("findings").path(0).path("cause").asText(),
                root.path("summary").asText());
    }

    /** Returns whether the sentence on top names {@code place}, such as {@code Train.java:41}. */
    public boolean names(String place) {
        return Pattern.compile("\\b" + Pattern.quote(place) + "\\b")
                .matcher(summary)
                .find();
    }
}
