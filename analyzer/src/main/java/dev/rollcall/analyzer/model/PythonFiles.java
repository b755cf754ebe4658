package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells the Python files of the application from those of libraries and of Python itself, by their paths. Thread-safe. */
public final class PythonFiles {
    /** Parts of paths that no file of the application has. */
    private static final List<String> LIBRARIES = List.of(
            "/site-packages/", "/dist-packages/", "/torch/distributed/", "/torch/nn/", "/torch/autograd/", "/torch/_");

    /** The folder of Python's own modules; those that are installed beside them are in a folder of {@link #LIBRARIES}. */
    private static final Pattern STANDARD = Pattern.compile("[/\\\\](?:lib(?:64)?|Lib)[/\\\\]python3\\.\\d+[/\\\\]");

    /**
     * The first part of the short paths that py-spy prints, which begin below the folder of modules. Python's own modules are
     * those that run, start or hold up other code.
     */
    private static final Set<String> LIBRARY_MODULES = Set.of(
            "torch",
            "torchvision",
            "numpy",
            "horovod",
            "mpi4py",
            "paddle",
            "accelerate",
            "deepspeed",
            "lightning",
            "lightning_fabric",
            "pytorch_lightning",
            "transformers",
            "ray",
            "tqdm",
            "asyncio",
            "bdb",
            "codecs",
            "concurrent",
            "contextlib",
            "copy",
            "encodings",
            "functools",
            "gzip",
            "http",
            "importlib",
            "json",
            "logging",
            "multiprocessing",
            "pdb",
            "pickle",
            "queue",
            "runpy",
            "selectors",
            "shutil",
            "socket",
            "socketserver",
            "ssl",
            "subprocess",
            "tarfile",
            "tempfile",
            "threading",
            "urllib",
            "weakref",
            "zipfile");

    private PythonFiles() {}

    /** Returns frames, innermost first, as a stack with its call site: the innermost frame of the application. */
    public static CallStack stack(List<StackFrame> frames) {
        int site = 0;
        while (site < frames.size() && ofLibrary(frames.get(site).file())) {
            site++;
        }
        return new CallStack(frames, site < frames.size() ? site : -1);
    }

    /** Returns whether a file is a library's. Generated code, such as {@code <frozen importlib>} or {@code ??}, has no path. */
    public static boolean ofLibrary(String path) {
        if (path.isEmpty() || path.startsWith("<") || path.equals("??")) {
            return true;
        }
        for (String part : LIBRARIES) {
            if (path.contains(part)) {
                return true;
            }
        }
        return STANDARD.matcher(path).find() || LIBRARY_MODULES.contains(firstModule(path));
    }

    /** Returns the outermost module of a relative path; empty for an absolute one. */
    private static String firstModule(String path) {
        int slash = path.indexOf('/');
        String first = slash < 0 ? path : path.substring(0, slash);
        return slash < 0 && first.endsWith(".py") ? first.substring(0, first.length() - 3) : first;
    }
}
