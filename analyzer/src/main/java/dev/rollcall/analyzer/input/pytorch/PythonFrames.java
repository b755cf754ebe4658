package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.pytorch.Understood.Frames;
import dev.rollcall.analyzer.input.pytorch.Understood.NumberedFrame;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Turns Python frames of dumps into stacks. Equal stacks are the same object, over all dumps that were given one of these.
 * Safe for use by several threads.
 */
final class PythonFrames {
    /** Parts of a path that no application's own file has. */
    private static final List<String> LIBRARIES = List.of(
            "/site-packages/", "/dist-packages/", "/torch/distributed/", "/torch/nn/", "/torch/autograd/", "/torch/_");

    private static final Frames NONE = new Frames(CallStack.UNKNOWN);

    private final Map<StackFrame, NumberedFrame> frames = new ConcurrentHashMap<>();
    private final Map<Numbers, Frames> stacks = new ConcurrentHashMap<>();

    /** The numbers of a stack's frames, with value equality. */
    private record Numbers(int[] frames) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Numbers that && Arrays.equals(frames, that.frames);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(frames);
        }
    }

    /** Returns a stack, innermost first, with its call site: the innermost frame of the application. */
    CallStack stack(Sequence sequence) {
        NumberedFrame[] stack = new NumberedFrame[sequence.size()];
        int size = 0;
        for (int i = 0; i < stack.length; i++) {
            if (sequence.get(i) instanceof Fields frame) {
                stack[size++] = numbered(frame);
            }
        }
        return of(stack, size).stack();
    }

    /** Returns the stack of the first frames in an array, innermost first. */
    Frames of(NumberedFrame[] stack, int size) {
        if (size == 0) {
            return NONE;
        }
        int[] numbers = new int[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = stack[i].number();
        }
        Numbers key = new Numbers(numbers);
        Frames known = stacks.get(key);
        if (known == null) {
            Frames made = new Frames(make(stack, size));
            known = stacks.putIfAbsent(key, made);
            known = known == null ? made : known;
        }
        return known;
    }

    private static CallStack make(NumberedFrame[] numbered, int size) {
        List<StackFrame> stack = new ArrayList<>(size);
        int site = -1;
        for (int i = 0; i < size; i++) {
            site = site < 0 && !numbered[i].library() ? i : site;
            stack.add(numbered[i].frame());
        }
        return new CallStack(stack, site);
    }

    /** Returns the frame that a dictionary stands for; one that many stacks share is understood once. */
    private NumberedFrame numbered(Fields fields) {
        if (fields.meaning() instanceof NumberedFrame known) {
            return known;
        }
        NumberedFrame numbered = of(fields.text("name"), fields.text("filename"), (int) fields.number("line", 0));
        fields.meaning(numbered);
        return numbered;
    }

    /** Returns a frame. */
    NumberedFrame of(String name, String file, int line) {
        StackFrame frame = new StackFrame("", name, file, line);
        NumberedFrame numbered = frames.get(frame);
        if (numbered == null) {
            synchronized (frames) {
                numbered = frames.get(frame);
                if (numbered == null) {
                    numbered = new NumberedFrame(frame, frames.size(), ofLibrary(frame.file()));
                    frames.put(frame, numbered);
                }
            }
        }
        return numbered;
    }

    /** Generated code, such as {@code <frozen importlib>} or {@code ??}, has no path at all. */
    private static boolean ofLibrary(String path) {
        if (path.isEmpty() || path.startsWith("<") || path.equals("??")) {
            return true;
        }
        for (String part : LIBRARIES) {
            if (path.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
