package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * Tells the native frames of the application from those of libraries, by the paths of their modules. A native frame of a trace has
 * the path of its module where others have a class. Thread-safe.
 */
public final class NativeFrames {
    private static final List<String> SYSTEM_FOLDERS = List.of("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/");

    /** How the names of modules begin that hold no code of an application, wherever they are installed. */
    private static final List<String> LIBRARIES = List.of(
            "ld-linux",
            "libc.so",
            "libc10",
            "libcuda",
            "libdl.so",
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

    /** Returns whether this is the path of a module and not the name of a class. */
    public static boolean isModule(String type) {
        return type.startsWith("/");
    }

    /** Returns the name of a module without its folders. */
    static String name(String module) {
        return module.substring(module.lastIndexOf('/') + 1);
    }

    /** Returns whether a module is a library of the system, of MPI, CUDA or PyTorch, or a language's runtime. */
    static boolean isLibrary(String module) {
        String name = name(module);
        return SYSTEM_FOLDERS.stream().anyMatch(module::startsWith)
                || LIBRARIES.stream().anyMatch(name::startsWith);
    }
}
