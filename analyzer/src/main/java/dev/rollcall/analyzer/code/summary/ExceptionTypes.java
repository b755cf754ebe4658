package dev.rollcall.analyzer.code.summary;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of the exception classes of both languages' own libraries, for the handlers of exceptions that the program throws. */
final class ExceptionTypes {
    /** The exception by which a Python process ends. */
    static final String SYSTEM_EXIT = "SystemExit";

    private static final Set<String> EXITS = Set.of(SYSTEM_EXIT, "KeyboardInterrupt", "GeneratorExit");
    private static final String BASE = "BaseException";
    private static final Set<String> ANY =
            Set.of("Exception", BASE, "java.lang.Exception", "java.lang.Throwable", "builtins.Exception");

    private static final Map<String, String> PARENTS = Map.ofEntries(
            Map.entry("FileNotFoundError", "OSError"),
            Map.entry("FileExistsError", "OSError"),
            Map.entry("PermissionError", "OSError"),
            Map.entry("ConnectionError", "OSError"),
            Map.entry("TimeoutError", "OSError"),
            Map.entry("IOError", "OSError"),
            Map.entry("KeyError", "LookupError"),
            Map.entry("IndexError", "LookupError"),
            Map.entry("ZeroDivisionError", "ArithmeticError"),
            Map.entry("ModuleNotFoundError", "ImportError"),
            Map.entry("NotImplementedError", "RuntimeError"),
            Map.entry("java.lang.IllegalArgumentException", "java.lang.RuntimeException"),
            Map.entry("java.lang.NumberFormatException", "java.lang.IllegalArgumentException"),
            Map.entry("java.lang.IllegalStateException", "java.lang.RuntimeException"),
            Map.entry("java.lang.NullPointerException", "java.lang.RuntimeException"),
            Map.entry("java.lang.IndexOutOfBoundsException", "java.lang.RuntimeException"),
            Map.entry("java.lang.UnsupportedOperationException", "java.lang.RuntimeException"),
            Map.entry("java.lang.ArithmeticException", "java.lang.RuntimeException"),
            Map.entry("java.io.FileNotFoundException", "java.io.IOException"));

    private ExceptionTypes() {}

    /**
     * Returns whether a handler of a type takes an exception because it takes all; Python's {@code Exception} takes no exit.
     *
     * @param thrown the exception's class and those above it
     */
    static boolean takesAll(String type, List<String> thrown) {
        return ANY.contains(type) && (type.equals(BASE) || thrown.stream().noneMatch(EXITS::contains));
    }

    /** Returns whether a class is another one, or below it. */
    static boolean isA(String type, String other) {
        String at = type;
        while (at != null && !at.equals(other)) {
            at = PARENTS.get(at);
        }
        return at != null;
    }
}
