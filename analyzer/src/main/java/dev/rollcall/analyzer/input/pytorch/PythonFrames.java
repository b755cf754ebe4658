package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Turns the Python frames of dumps into stacks. Equal stacks of all dumps are one object. Safe for use by several threads. */
public final class PythonFrames {
    /** Parts of paths that no file of the application has. */
    private static final List<String> LIBRARIES = List.of(
            "/site-packages/", "/dist-packages/", "/torch/distributed/", "/torch/nn/", "/torch/autograd/", "/torch/_");

    private final Map<List<StackFrame>, CallStack> stacks = new ConcurrentHashMap<>();

    /** Returns a list of frames as a stack, innermost first, with its call site: the innermost frame of the application. */
    CallStack stack(DumpList list) {
        if (list.stack == null) {
            List<StackFrame> frames = new ArrayList<>(list.size());
            for (int i = 0; i < list.size(); i++) {
                if (list.raw(i) instanceof DumpDictionary fields) {
                    frames.add(frame(fields));
                }
            }
            list.stack = frames.isEmpty() ? CallStack.UNKNOWN : stacks.computeIfAbsent(frames, PythonFrames::stackOf);
        }
        return list.stack;
    }

    private static StackFrame frame(DumpDictionary fields) {
        if (fields.frame == null) {
            fields.frame =
                    new StackFrame("", fields.text("name"), fields.text("filename"), (int) fields.number("line", 0));
        }
        return fields.frame;
    }

    /** Returns frames, innermost first, as a stack with its call site: the innermost frame of the application. */
    public static CallStack stackOf(List<StackFrame> frames) {
        int site = 0;
        while (site < frames.size() && ofLibrary(frames.get(site).file())) {
            site++;
        }
        return new CallStack(frames, site < frames.size() ? site : -1);
    }

    /** Generated code, such as {@code <frozen importlib>} or {@code ??}, has no path and counts as a library. */
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
