package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the call site in a stack of compiled code: the innermost frame of those that lead from {@code main} through source files
 * of the program, before the first function of a library.
 */
final class NativeStack {
    /** Functions of the libraries through which ranks meet, and of the runtimes below them. */
    private static final Pattern LIBRARY = Pattern.compile(
            "P?MPI_.*|p?mpi_.*_?|ompi_.*|opal_.*|MPIR_.*|MPID_.*|nccl[A-Z].*|rccl.*|cuda[A-Z].*|cu[A-Z].*|hip[A-Z].*|c10d?::.*"
                    + "|at::.*|torch::.*|gloo::.*|nvshmem.*|ucp_.*|uct_.*|__.*");

    /** Source files of libraries that were built with debugging information. */
    private static final Pattern FOREIGN_FILE =
            Pattern.compile("(?:\\.\\./|/build/|/usr/).*|.*/sysdeps/.*|.*\\.so[.0-9]*");

    private NativeStack() {}

    static CallStack withSite(List<StackFrame> frames) {
        int main = frames.size() - 1;
        while (main >= 0 && !frames.get(main).method().equals("main")) {
            main--;
        }
        boolean interpreted = frames.stream()
                .anyMatch(frame -> frame.method().startsWith("Py_")
                        || frame.method().startsWith("_PyEval")
                        || frame.method().startsWith("PyEval"));
        int site = interpreted ? -1 : main + 1;
        while (site > 0 && ofProgram(frames.get(site - 1))) {
            site--;
        }
        return new CallStack(frames, site <= main ? site : -1);
    }

    private static boolean ofProgram(StackFrame frame) {
        return frame.line() > 0
                && !LIBRARY.matcher(frame.method()).matches()
                && !FOREIGN_FILE.matcher(frame.file()).matches();
    }
}
