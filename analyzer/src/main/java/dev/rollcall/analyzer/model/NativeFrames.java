package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Frames of native code whose lines are not known: no class, as function and as file the path of the module with an offset, such
 * as {@code /home/me/solve+0x11f9}. Tells those of the application from those of libraries by the module's path. Thread-safe.
 */
public final class NativeFrames {
    private static final Pattern PLACE = Pattern.compile("/.*\\+0x[0-9a-f]+");

    private static final List<String> SYSTEM_FOLDERS = List.of("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/");

    /** How the names of modules begin that hold no code of an application, wherever they are installed. */
    private static final List<String> LIBRARIES = List.of(
            "ld-linux",
            "libc.so",
            "libc10",
            "libcuda",
            "libdl.so",
            "libffi",
            "libmpi",
            "libnccl",
            "libopen-pal",
            "libopen-rte",
            "libpthread.so",
            "libpython",
            "libstdc++.so",
            "libtorch",
            "libucp",
            "python3");

    private NativeFrames() {}

    /**
     * Makes a frame from what a trace has.
     *
     * @param module the path of the module
     * @param function the module's name with the offset of the function; empty where unknown
     * @param place the module's name with the offset of the call
     */
    public static StackFrame frame(String module, String function, String place) {
        return new StackFrame("", function, module.substring(0, module.lastIndexOf('/') + 1) + place, 0);
    }

    /** Returns whether a trace's frame is native: it has the path of its module where others have a class. */
    public static boolean isModule(String type) {
        return type.startsWith("/");
    }

    /** Returns whether this is a frame that {@link #frame} has made. */
    static boolean isNative(StackFrame frame) {
        return frame.type().isEmpty()
                && frame.line() == 0
                && PLACE.matcher(frame.file()).matches();
    }

    /**
     * Returns whether a native frame belongs to the system, to MPI, CUDA or PyTorch, to a language's runtime or to an installed
     * Python package.
     */
    public static boolean isLibrary(StackFrame frame) {
        String path = frame.file();
        String name = path.substring(path.lastIndexOf('/') + 1);
        return SYSTEM_FOLDERS.stream().anyMatch(path::startsWith)
                || LIBRARIES.stream().anyMatch(name::startsWith)
                || PythonFiles.ofLibrary(path);
    }
}
