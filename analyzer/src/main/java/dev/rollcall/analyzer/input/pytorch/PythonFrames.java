package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Frame;
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

    private final Map<Frame, Numbered> frames = new ConcurrentHashMap<>();
    private final Map<Numbers, CallStack> stacks = new ConcurrentHashMap<>();

    /** A frame with a number by which stacks are compared. */
    private record Numbered(Frame frame, int number, boolean library) {}

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
        int[] numbers = new int[sequence.size()];
        int size = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (sequence.get(i) instanceof Fields frame) {
                numbers[size++] = numbered(frame).number;
            }
        }
        if (size == 0) {
            return CallStack.UNKNOWN;
        }
        Numbers key = new Numbers(size == numbers.length ? numbers : Arrays.copyOf(numbers, size));
        CallStack known = stacks.get(key);
        if (known == null) {
            CallStack made = make(sequence);
            known = stacks.putIfAbsent(key, made);
            known = known == null ? made : known;
        }
        return known;
    }

    private CallStack make(Sequence sequence) {
        List<Frame> stack = new ArrayList<>(sequence.size());
        int site = -1;
        for (int i = 0; i < sequence.size(); i++) {
            if (sequence.get(i) instanceof Fields fields) {
                Numbered frame = numbered(fields);
                site = site < 0 && !frame.library ? stack.size() : site;
                stack.add(frame.frame);
            }
        }
        return new CallStack(stack, site);
    }

    /** Returns the frame that a dictionary stands for; one that many stacks share is understood once. */
    private Numbered numbered(Fields fields) {
        if (fields.meaning() instanceof Numbered known) {
            return known;
        }
        Frame frame = new Frame("", fields.text("name"), fields.text("filename"), (int) fields.number("line", 0));
        Numbered numbered = frames.get(frame);
        if (numbered == null) {
            synchronized (frames) {
                numbered = frames.get(frame);
                if (numbered == null) {
                    numbered = new Numbered(frame, frames.size(), ofLibrary(frame.file()));
                    frames.put(frame, numbered);
                }
            }
        }
        fields.meaning(numbered);
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
