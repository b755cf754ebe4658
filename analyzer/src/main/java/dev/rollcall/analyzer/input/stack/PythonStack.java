package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.PythonFiles;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;

/** Finds the call site in a stack of Python and native frames. */
final class PythonStack {
    private PythonStack() {}

    /** Returns frames, innermost first, with the innermost one of the application's Python code. */
    static CallStack withSite(List<StackFrame> frames) {
        for (int i = 0; i < frames.size(); i++) {
            String file = frames.get(i).file();
            if (!isNative(file) && !PythonFiles.ofLibrary(file)) {
                return new CallStack(frames, i);
            }
        }
        return new CallStack(frames, -1);
    }

    /** Returns whether a file is an executable, a shared library or source code of a compiled language. */
    static boolean isNative(String file) {
        return !file.endsWith(".py") && !file.endsWith(".pyx") && !file.endsWith(".ipynb");
    }
}
