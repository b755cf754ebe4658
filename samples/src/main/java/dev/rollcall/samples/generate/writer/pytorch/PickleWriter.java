package dev.rollcall.samples.generate.writer.pytorch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes values in Python's pickle protocol 2, with the opcodes that PyTorch's flight recorder uses: dicts, lists, strings,
 * integers, booleans and None; an array of two objects becomes a tuple. Equal strings, and dicts or lists that are the same
 * object, are written once and then referenced. The protocol is documented in CPython's {@code pickletools}. Not thread-safe.
 */
final class PickleWriter {
    private static final int PROTO = 0x80;
    private static final int VERSION = 2;
    private static final int NEW_TRUE = 0x88;
    private static final int NEW_FALSE = 0x89;
    private static final int TUPLE_OF_TWO = 0x86;
    private static final int LONG = 0x8A;
    private static final int BYTE = 0xFF;
    private static final int SHORT = 0xFFFF;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Object, Integer> texts = new HashMap<>();
    private final IdentityHashMap<Object, Integer> containers = new IdentityHashMap<>();

    /** Returns the pickle of a value. */
    static byte[] pickle(Object value) {
        PickleWriter writer = new PickleWriter();
        writer.out.write(PROTO);
        writer.out.write(VERSION);
        writer.write(value);
        writer.out.write('.');
        return writer.out.toByteArray();
    }

    private void write(Object value) {
        if (value == null) {
            out.write('N');
        } else if (value instanceof Boolean truth) {
            out.write(truth ? NEW_TRUE : NEW_FALSE);
        } else if (value instanceof Number number) {
            write(number.longValue());
        } else if (value instanceof String text) {
            write(text);
        } else if (value instanceof Object[] pair) {
            write(pair[0]);
            write(pair[1]);
            out.write(TUPLE_OF_TWO);
        } else if (value instanceof List<?> list) {
            if (!known(list)) {
                begin(list, ']');
                list.forEach(this::write);
                out.write('e');
            }
        } else if (value instanceof Map<?, ?> map) {
            if (!known(map)) {
                begin(map, '}');
                map.forEach((key, entry) -> {
                    write(key);
                    write(entry);
                });
                out.write('u');
            }
        } else {
            throw new IllegalArgumentException("cannot pickle " + value.getClass());
        }
    }

    private void write(long number) {
        if (number >= 0 && number <= BYTE) {
            out.write('K');
            littleEndian(number, 1);
        } else if (number >= 0 && number <= SHORT) {
            out.write('M');
            littleEndian(number, 2);
        } else if (number == (int) number) {
            out.write('J');
            littleEndian(number, Integer.BYTES);
        } else {
            out.write(LONG);
            out.write(Long.BYTES);
            littleEndian(number, Long.BYTES);
        }
    }

    private void write(String text) {
        Integer memo = texts.get(text);
        if (memo != null) {
            get(memo);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write('X');
        littleEndian(bytes.length, Integer.BYTES);
        out.writeBytes(bytes);
        texts.put(text, put());
    }

    private boolean known(Object container) {
        Integer memo = containers.get(container);
        if (memo != null) {
            get(memo);
        }
        return memo != null;
    }

    private void begin(Object container, char empty) {
        out.write(empty);
        containers.put(container, put());
        out.write('(');
    }

    private int put() {
        int memo = texts.size() + containers.size();
        out.write(memo <= BYTE ? 'q' : 'r');
        littleEndian(memo, memo <= BYTE ? 1 : Integer.BYTES);
        return memo;
    }

    private void get(int memo) {
        out.write(memo <= BYTE ? 'h' : 'j');
        littleEndian(memo, memo <= BYTE ? 1 : Integer.BYTES);
    }

    private void littleEndian(long number, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (number >>> 8 * i));
        }
    }
}
