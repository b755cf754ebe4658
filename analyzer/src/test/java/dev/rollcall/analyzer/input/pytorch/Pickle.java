package dev.rollcall.analyzer.input.pytorch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes plain values as PyTorch's own pickler does: maps, lists, text, numbers, truth values, in protocol 2. */
final class Pickle {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Pickle() {}

    static byte[] of(Object value) {
        Pickle pickle = new Pickle();
        pickle.bytes.write(0x80);
        pickle.bytes.write(2);
        pickle.value(value);
        pickle.bytes.write('.');
        return pickle.bytes.toByteArray();
    }

    private void value(Object value) {
        if (value == null) {
            bytes.write('N');
        } else if (value instanceof Boolean truth) {
            bytes.write(truth ? 0x88 : 0x89);
        } else if (value instanceof Number number) {
            bytes.write(0x8a);
            bytes.write(Long.BYTES);
            bytes.writeBytes(little(Long.BYTES).putLong(number.longValue()).array());
        } else if (value instanceof List<?> list) {
            bytes.write(']');
            bytes.write('(');
            list.forEach(this::value);
            bytes.write('e');
        } else if (value instanceof Map<?, ?> map) {
            bytes.write('}');
            bytes.write('(');
            map.forEach((key, held) -> {
                value(key);
                value(held);
            });
            bytes.write('u');
        } else {
            byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
            bytes.write('X');
            bytes.writeBytes(little(Integer.BYTES).putInt(text.length).array());
            bytes.writeBytes(text);
        }
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
