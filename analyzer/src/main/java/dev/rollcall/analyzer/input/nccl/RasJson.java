package dev.rollcall.analyzer.input.nccl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A JSON object of a RAS report. A field that is missing, or of another type, is an empty list or object, 0, false or an empty text. */
record RasJson(Map<String, Object> fields) {
    private static final JsonFactory JSON = new JsonFactory();

    /** What an object or a list, and a field, take in memory, in bytes, besides their texts. */
    private static final int BYTES = 150;

    /** Parses an object; throws IOException if the text is not one, or if it takes more memory than the budget allows. */
    static RasJson read(String text, MemoryBudget budget) throws IOException {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            if (value(parser, budget) instanceof RasJson object) {
                return object;
            }
            throw new IOException("not a JSON object");
        }
    }

    private static Object value(JsonParser parser, MemoryBudget budget) throws IOException {
        if (!budget.take(BYTES + parser.getTextLength())) {
            throw new IOException("it does not fit into memory");
        }
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> fields = new HashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, value(parser, budget));
            }
            return new RasJson(fields);
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<RasJson> objects = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null) {
                if (value(parser, budget) instanceof RasJson object) {
                    objects.add(object);
                }
            }
            return objects;
        }
        return switch (parser.currentToken() == null ? JsonToken.NOT_AVAILABLE : parser.currentToken()) {
            case VALUE_NUMBER_INT -> parser.getValueAsLong();
            case VALUE_TRUE -> true;
            default -> parser.getValueAsString("");
        };
    }

    String text(String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    long number(String name) {
        return number(name, 0);
    }

    long number(String name, long missing) {
        return fields.get(name) instanceof Long number ? number : missing;
    }

    boolean is(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    RasJson object(String name) {
        return fields.get(name) instanceof RasJson object ? object : new RasJson(Map.of());
    }

    List<RasJson> list(String name) {
        List<RasJson> objects = new ArrayList<>();
        if (fields.get(name) instanceof List<?> list) {
            list.forEach(one -> objects.add((RasJson) one));
        }
        return objects;
    }

    Map<String, Long> numbers(String name) {
        Map<String, Long> numbers = new HashMap<>();
        if (fields.get(name) instanceof RasJson object) {
            object.fields.forEach((key, value) -> {
                if (value instanceof Long number) {
                    numbers.put(key, number);
                }
            });
        }
        return numbers;
    }
}
