package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Turns a dump's Python frames into stacks. Safe for use by several threads. */
final class PythonFrames {
    /** Parts of a path that no application's own file has. */
    private static final List<String> LIBRARIES = List.of(
            "/site-packages/", "/dist-packages/", "/torch/distributed/", "/torch/nn/", "/torch/autograd/", "/torch/_");

    private final Map<String, Boolean> library = new ConcurrentHashMap<>();
    private final Map<Frame, Frame> known = new ConcurrentHashMap<>();

    /** Returns a stack, innermost first, with its call site: the innermost frame of the application. */
    CallStack stack(Sequence frames) {
        if (frames.size() == 0) {
            return CallStack.UNKNOWN;
        }
        List<Frame> stack = new ArrayList<>(frames.size());
        int site = -1;
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i) instanceof Fields frame) {
                if (site < 0 && !library.computeIfAbsent(frame.text("filename"), PythonFrames::ofLibrary)) {
                    site = stack.size();
                }
                stack.add(frame(frame));
            }
        }
        return new CallStack(stack, site);
    }

    /** Returns the call site alone; null where no frame belongs to the application. */
    Frame site(Sequence frames) {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i) instanceof Fields frame
                    && !library.computeIfAbsent(frame.text("filename"), PythonFrames::ofLibrary)) {
                return frame(frame);
            }
        }
        return null;
    }

    private Frame frame(Fields frame) {
        Frame made = new Frame("", frame.text("name"), frame.text("filename"), (int) frame.number("line", 0));
        Frame same = known.putIfAbsent(made, made);
        return same == null ? made : same;
    }

    /** Generated code, such as {@code <frozen importlib>} or {@code ??}, has no path at all. */
    private static boolean ofLibrary(String path) {
        return path.isEmpty()
                || path.startsWith("<")
                || path.equals("??")
                || LIBRARIES.stream().anyMatch(path::contains);
    }
}
