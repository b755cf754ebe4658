package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.pytorch.Understood.Frames;
import dev.rollcall.analyzer.input.pytorch.Understood.NumberedFrame;
import java.io.IOException;
import java.util.Arrays;

/** Reads the stacks in the entries of a pickled dump. Not thread-safe. */
final class PickledFrames {
    private final PythonFrames frames;
    private final PickledValues values;
    private NumberedFrame[] stack = new NumberedFrame[32];
    private int size;

    PickledFrames(PythonFrames frames, PickledValues values) {
        this.frames = frames;
        this.values = values;
    }

    /** Returns the list of frames that follows. */
    Frames read() throws IOException {
        int opcode = values.opcode();
        if (opcode != ']') {
            return values.remembered(opcode, Frames.class);
        }
        int number = values.begun();
        Frames read = values.peek() == '(' ? marked() : single();
        values.ended(number, read);
        return read;
    }

    private Frames marked() throws IOException {
        values.opcode();
        size = 0;
        for (int opcode = values.opcode(); opcode != 'e'; opcode = values.opcode()) {
            add(opcode == '}' ? frame() : values.remembered(opcode, NumberedFrame.class));
        }
        return frames.of(stack, size);
    }

    private Frames single() throws IOException {
        size = 0;
        int opcode = values.opcode();
        Object next = opcode == '}' ? frame() : values.value(opcode);
        if (next instanceof NumberedFrame only) {
            values.expect('a');
            add(only);
        } else if (next instanceof String key) {
            values.keepAsKey(key);
        } else {
            throw PickledValues.OtherForm.INSTANCE;
        }
        return frames.of(stack, size);
    }

    private void add(NumberedFrame frame) {
        if (size == stack.length) {
            stack = Arrays.copyOf(stack, size * 2);
        }
        stack[size++] = frame;
    }

    private NumberedFrame frame() throws IOException {
        int number = values.begun();
        values.expect('(');
        String name = "";
        String file = "";
        long line = 0;
        for (String key = values.key(); key != null; key = values.key()) {
            switch (key) {
                case "name" -> name = values.text();
                case "filename" -> file = values.text();
                case "line" -> line = values.number();
                default -> values.skip();
            }
        }
        NumberedFrame frame = frames.of(name, file, (int) line);
        values.ended(number, frame);
        return frame;
    }
}
