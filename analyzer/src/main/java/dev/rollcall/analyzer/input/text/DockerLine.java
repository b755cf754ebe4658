package dev.rollcall.analyzer.input.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.util.regex.Matcher;

/**
 * A line of Docker's {@code json-file} log driver: {@code {"log":"step 3\n","stream":"stderr","time":"2026-11-22T10:18:08.5Z"}}.
 *
 * @param text what the program wrote
 * @param whole whether the program ended the line; Docker splits lines after 16 KiB
 * @param stream {@code stdout} or {@code stderr}; empty where it is not there
 * @param time as in {@link TextLine}
 */
record DockerLine(String text, boolean whole, String stream, long time) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String START = "{\"log\":\"";

    /** Returns the line at a position of a text; null if it is not Docker's, or is cut off. */
    static DockerLine of(String text, int from) {
        if (!text.startsWith(START, from)) {
            return null;
        }
        String log = null;
        String stream = "";
        long time = Call.NO_TIME;
        try (JsonParser parser = JSON.createParser(text.substring(from))) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("log")) {
                    log = parser.getValueAsString("");
                } else if (name.equals("stream")) {
                    stream = parser.getValueAsString("");
                } else if (name.equals("time")) {
                    Matcher stamp = PrefixForm.TIME.match(parser.getValueAsString("") + " ", 0);
                    time = stamp == null ? time : PrefixForm.TIME.time(stamp);
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException cutOff) {
            return null;
        }
        return log == null ? null : new DockerLine(log, log.endsWith("\n"), stream, time);
    }
}
