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
    private static final int VERSION = 2;

    // The opcodes, by their names in pickletools.
    private static final int PROTOCOL = 0x80;
    private static final int STOP = '.';
    private static final int NONE = 'N';
    private static final int NEWTRUE = 0x88;
    private static final int NEWFALSE = 0x89;
    private static final int BININT = 'J';
    private static final int BININT1 = 'K';
    private static final int BININT2 = 'M';
    private static final int LONG1 = 0x8A;
    private static final int BINUNICODE = 'X';
    private static final int TUPLE2 = 0x86;
    private static final int EMPTY_LIST = ']';
    private static final int APPENDS = 'e';
    private static final int EMPTY_DICT = '}';
    private static final int SETITEMS = 'u';
    private static final int MARK = '(';
    private static final int BINPUT = 'q';
    private static final int LONG_BINPUT = 'r';
    private static final int BINGET = 'h';
    private static final int LONG_BINGET = 'j';

    private static final int MAX_BYTE = 0xFF;
    private static final int MAX_SHORT = 0xFFFF;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Object, Integer> texts = new HashMap<>();
    private final IdentityHashMap<Object, Integer> containers = new IdentityHashMap<>();

    /** Returns the pickle of a value. */
    static byte[] pickle(Object value) {
        PickleWriter writer = new PickleWriter();
        writer.out.write(PROTOCOL);
        writer.out.write(VERSION);
        writer.write(value);
        writer.out.write(STOP);
        return writer.out.toByteArray();
    }

    private void write(Object value) {
        if (value == null) {
            out.write(NONE);
        } else if (value instanceof Boolean truth) {
            out.write(truth ? NEWTRUE : NEWFALSE);
        } else if (value instanceof Integer || value instanceof Long) {
            write(((Number) value).longValue());
        } else if (value instanceof String text) {
            write(text);
        } else if (value instanceof Object[] pair) {
            write(pair[0]);
            write(pair[1]);
            out.write(TUPLE2);
        } else if (value instanceof List<?> list) {
            if (!writtenAsReference(list)) {
                openContainer(list, EMPTY_LIST);
                list.forEach(this::write);
                out.write(APPENDS);
            }
        } else if (value instanceof Map<?, ?> map) {
            if (!writtenAsReference(map)) {
                openContainer(map, EMPTY_DICT);
                map.forEach((key, entry) -> {
                    write(key);
                    write(entry);
                });
                out.write(SETITEMS);
            }
        } else {
            throw new IllegalArgumentException("cannot pickle " + value.getClass());
        }
    }

    private void write(long number) {
        if (number >= 0 && number <= MAX_BYTE) {
            out.write(BININT1);
            littleEndian(number, 1);
        } else if (number >= 0 && number <= MAX_SHORT) {
            out.write(BININT2);
            littleEndian(number, 2);
        } else if (number == (int) number) {
            out.write(BININT);
            littleEndian(number, Integer.BYTES);
        } else {
            out.write(LONG1);
            out.write(Long.BYTES);
            littleEndian(number, Long.BYTES);
        }
    }

    private void write(String text) {
        Integer memo = texts.get(text);
        if (memo != null) {
            writeReference(memo);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(BINUNICODE);
        littleEndian(bytes.length, Integer.BYTES);
        out.writeBytes(bytes);
        texts.put(text, memoize());
    }

    private boolean writtenAsReference(Object container) {
        Integer memo = containers.get(container);
        if (memo != null) {
            writeReference(memo);
        }
        return memo != null;
    }

    private void openContainer(Object container, int empty) {
        out.write(empty);
        containers.put(container, memoize());
        out.write(MARK);
    }

    private int memoize() {
        int memo = texts.size() + containers.size();
        out.write(memo <= MAX_BYTE ? BINPUT : LONG_BINPUT);
        littleEndian(memo, memo <= MAX_BYTE ? 1 : Integer.BYTES);
        return memo;
    }

    private void writeReference(int memo) {
        out.write(memo <= MAX_BYTE ? BINGET : LONG_BINGET);
        littleEndian(memo, memo <= MAX_BYTE ? 1 : Integer.BYTES);
    }

    private void littleEndian(long number, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (number >>> 8 * i));
        }
    }
}
