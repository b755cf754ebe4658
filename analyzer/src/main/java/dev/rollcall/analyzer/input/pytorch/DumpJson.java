package dev.rollcall.analyzer.input.pytorch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;

/** Reads a dump's JSON form into the same values as its pickle. Not thread-safe. */
final class DumpJson {
    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] bytes;
    private boolean cut;

    DumpJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads the value.
     *
     * @return the value; of a text that lacks its end, what of it is there
     * @throws IOException if it is no JSON; the message says where
     */
    Object read() throws IOException {
        try (JsonParser parser = JSON.createParser(bytes)) {
            parser.configure(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION.mappedFeature(), false);
            parser.nextToken();
            return value(parser);
        } catch (StreamConstraintsException e) {
            throw new IOException(
                    "not a dump: it holds what is longer, or deeper in itself, than anything in a dump", e);
        } catch (IOException e) {
            throw new IOException(
                    "not whole JSON: " + e.getMessage().lines().findFirst().orElse(""), e);
        }
    }

    /** Returns whether the text lacked its end. */
    boolean cut() {
        return cut;
    }

    private Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> fields(parser);
            case START_ARRAY -> sequence(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> null;
        };
    }

    private static Object whole(JsonParser parser) throws IOException {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? (Object) parser.getText()
                : (Object) parser.getLongValue();
    }

    private Fields fields(JsonParser parser) throws IOException {
        Fields made = new Fields();
        while (more(parser, JsonToken.END_OBJECT)) {
            String key = parser.currentName();
            if (!more(parser, null)) {
                break;
            }
            made.put(key, value(parser));
        }
        return made;
    }

    private Sequence sequence(JsonParser parser) throws IOException {
        Sequence made = new Sequence();
        while (more(parser, JsonToken.END_ARRAY)) {
            Object value = value(parser);
            // What was cut off in the middle is no whole call.
            if (!cut || !(value instanceof Fields)) {
                made.add(new Object[] {value}, 0, 1);
            }
        }
        return made;
    }

    private boolean more(JsonParser parser, JsonToken end) throws IOException {
        if (cut) {
            return false;
        }
        try {
            return parser.nextToken() != end;
        } catch (JsonEOFException e) {
            cut = true;
            return false;
        }
    }
}
