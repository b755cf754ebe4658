package dev.rollcall.analyzer.model;

/**
 * One frame of a call stack. Immutable.
 *
 * @param type the fully qualified class, or the module of a source without classes; empty where unknown
 * @param method the method or function; empty where unknown
 * @param file the source file's name, without its folders where the source has none; empty where unknown
 * @param line the line in the file, from 1; 0 where unknown
 */
public record StackFrame(String type, String method, String file, int line) {
    public StackFrame {
        type = BoundedText.of(type);
        method = BoundedText.of(method);
        file = BoundedText.of(file);
    }

    /** Same result as the generated method, which the JVM links at its first use: too slow for a command that runs for a second. */
    @Override
    public boolean equals(Object other) {
        return other instanceof StackFrame that
                && line == that.line
                && method.equals(that.method)
                && file.equals(that.file)
                && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * type.hashCode() + method.hashCode()) + file.hashCode()) + line;
    }

    /** Returns the class without its package, then the method: {@code Trainer.step}. */
    public String shortMethod() {
        if (type.isEmpty()) {
            return method;
        }
        return type.substring(type.lastIndexOf('.') + 1) + "." + method;
    }

    /** Returns {@code Trainer.java:41}; the file alone where the line is unknown, the class where the file is. */
    public String place() {
        if (file.isEmpty()) {
            return type;
        }
        String name = file.substring(file.lastIndexOf('/') + 1);
        return line > 0 ? name + ":" + line : name;
    }
}
