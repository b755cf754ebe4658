package dev.rollcall.analyzer.scan.python;

import java.util.List;

/**
 * One file of source.
 *
 * @param path where it was found
 * @param module its name as others import it, as far as its folders tell
 * @param root the syntax tree
 * @param lines the source, line by line
 */
record PythonFile(String path, String module, Node root, List<String> lines) {
    private static final String IGNORED = "rollcall: ignore";

    PythonFile {
        lines = List.copyOf(lines);
    }

    /** A file is only itself. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }

    /** Returns whether a comment on a line, or on the one above it, says that what is there is meant so. */
    boolean ignored(int line) {
        return has(line) || has(line - 1);
    }

    private boolean has(int line) {
        return line > 0 && line <= lines.size() && lines.get(line - 1).contains(IGNORED);
    }
}
