package dev.rollcall.analyzer.model;

import java.util.List;

/** Tells the Java frames of the application from those of the libraries and runtimes on which it runs. Thread-safe. */
public final class JavaFrames {
    /** Prefixes of class names. Rollcall's packages are listed one by one, because its samples are applications. */
    private static final List<String> PREFIXES = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "kotlin.",
            "kotlinx.",
            "scala.",
            "clojure.",
            "groovy.lang.",
            "org.codehaus.groovy.",
            "org.bytedeco.",
            "jcuda.",
            "mpi.",
            "ml.dmlc.xgboost4j.",
            "org.apache.hama.bsp.",
            "org.apache.spark.",
            "org.pcj.PCJ",
            "org.pcj.internal.",
            "dev.rollcall.agent.",
            "dev.rollcall.library.",
            "dev.rollcall.recorder.",
            "dev.rollcall.gpu.");

    private JavaFrames() {}

    /** Returns frames, innermost first, as a stack with its call site: the innermost frame of the application. */
    public static CallStack stack(List<StackFrame> frames) {
        for (int i = 0; i < frames.size(); i++) {
            if (!CallStack.isLibrary(frames.get(i))) {
                return new CallStack(frames, i);
            }
        }
        return new CallStack(frames, -1);
    }

    /** Returns whether a class belongs to a library, or is unknown. */
    public static boolean isLibrary(String type) {
        for (String prefix : PREFIXES) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return type.isEmpty();
    }
}
