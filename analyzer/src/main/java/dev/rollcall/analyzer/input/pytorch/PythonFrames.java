package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.PythonFiles;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Turns the Python frames of dumps into stacks. Equal stacks of all dumps are one object. Safe for use by several threads. */
final class PythonFrames {
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
            list.stack = frames.isEmpty() ? CallStack.UNKNOWN : stacks.computeIfAbsent(frames, PythonFiles::stack);
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
}
