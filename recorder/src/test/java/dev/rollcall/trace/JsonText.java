package dev.rollcall.trace;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes maps, lists, strings and numbers as JSON, exactly as Python's {@code json.dumps(indent=1)} does. */
final class JsonText {
    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    static String of(Object value) {
        JsonText json = new JsonText();
        json.value(value, 1);
        return json.text.toString();
    }

    private void value(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            block('{', '}', map.entrySet().iterator(), depth);
        } else if (value instanceof List<?> list) {
            block('[', ']', list.iterator(), depth);
        } else if (value instanceof Map.Entry<?, ?> entry) {
            value(entry.getKey(), depth);
            text.append(": ");
            value(entry.getValue(), depth);
        } else if (value instanceof String string) {
            string(string);
        } else {
            text.append(value);
        }
    }

    private void block(char open, char close, Iterator<?> values, int depth) {
        text.append(open);
        boolean empty = !values.hasNext();
        while (values.hasNext()) {
            text.append('\n').append(" ".repeat(depth));
            value(values.next(), depth + 1);
            text.append(values.hasNext() ? "," : "");
        }
        text.append(empty ? "" : "\n" + " ".repeat(depth - 1)).append(close);
    }

    private void string(String string) {
        text.append('"');
        for (char c : string.toCharArray()) {
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                default -> text.append(c < ' ' ? String.format("\\u%04x", (int) c) : c);
            }
        }
        text.append('"');
    }
}
