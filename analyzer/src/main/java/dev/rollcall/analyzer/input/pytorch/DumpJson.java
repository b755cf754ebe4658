package dev.rollcall.analyzer.input.pytorch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.rollcall.analyzer.containment.SourceBoundary;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;

/** Reads a dump's JSON form into the same values as {@link Unpickler}. Not thread-safe. */
final class DumpJson {
    private static final JsonFactory JSON = new JsonFactory();

    private final InputStream in;
    private final ValueStack stack;
    private boolean cut;

    /** Makes a reader of a text of {@code length} bytes, whose entries {@code reader} understands. */
    DumpJson(InputStream in, long length, EntryReader reader) {
        this.in = in;
        this.stack = new ValueStack(reader, length);
    }

    /**
     * Reads the value.
     *
     * @return the value; of a text that lacks its end, the part of the outermost value that is there, or null
     * @throws IOException if it is no JSON; the message says where
     */
    Object read() throws IOException {
        try (JsonParser parser = JSON.createParser(in)) {
            parser.configure(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION.mappedFeature(), false);
            int depth = 0;
            int tokens = 0;
            do {
                JsonToken token;
                try {
                    token = parser.nextToken();
                } catch (JsonEOFException end) {
                    cut = true;
                    return stack.topOfCut();
                }
                if ((++tokens & 0xfff) == 0) {
                    SourceBoundary.checkTime();
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                apply(token, parser);
            } while (depth > 0);
            return stack.top();
        } catch (StreamConstraintsException e) {
            throw new IOException(
                    "not a dump: it holds what is longer, or deeper in itself, than anything in a dump", e);
        } catch (JsonProcessingException | CharConversionException e) {
            throw new IOException(
                    "not whole JSON: " + e.getMessage().lines().findFirst().orElse(""), e);
        }
    }

    /** Returns whether the text lacked its end. */
    boolean cut() {
        return cut;
    }

    private void apply(JsonToken token, JsonParser parser) throws IOException {
        switch (token) {
            case START_OBJECT -> {
                stack.pushDictionary();
                stack.mark();
            }
            case END_OBJECT -> stack.putMarked();
            case START_ARRAY -> {
                stack.pushList();
                stack.mark();
            }
            case END_ARRAY -> stack.appendMarked();
            case FIELD_NAME -> stack.push(parser.currentName());
            case VALUE_STRING -> stack.push(parser.getText());
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> stack.push(parser.getDoubleValue());
            case VALUE_TRUE -> stack.push(Boolean.TRUE);
            case VALUE_FALSE -> stack.push(Boolean.FALSE);
            default -> stack.push((Boolean) null);
        }
    }

    private void whole(JsonParser parser) throws IOException {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            stack.push(parser.getText());
        } else {
            stack.push(parser.getLongValue());
        }
    }
}
