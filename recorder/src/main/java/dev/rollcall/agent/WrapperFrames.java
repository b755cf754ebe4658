package dev.rollcall.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Removes the wrappers' frames from stacks. A wrapped method has two frames: that of its body, under a prefixed name, and that
 * of its wrapper.
 */
final class WrapperFrames {
    /** The prefix of the names of wrapped methods; the JVM strips it when it links a native method. */
    static final String PREFIX = "rollcall$";

    private static final String APPLICATION_LOADER = "app";

    /** How many of an exception's causes and suppressed exceptions are cleaned. */
    private static final int MAX_EXCEPTIONS = 1000;

    private WrapperFrames() {}

    /** Returns whether the current thread is in the body of a wrapped method. */
    static boolean onThisStack() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().startsWith(PREFIX)));
    }

    /** Returns the frames with each wrapped method once, under its own name; the same array if there is none. */
    static StackTraceElement[] without(StackTraceElement[] frames) {
        List<StackTraceElement> clean = null;
        for (int i = 0; i < frames.length; i++) {
            StackTraceElement frame = frames[i];
            boolean body = frame.getMethodName().startsWith(PREFIX);
            if (body && clean == null) {
                clean = new ArrayList<>(List.of(frames).subList(0, i));
            }
            if (clean != null) {
                clean.add(body ? renamed(frame) : frame);
            }
            if (body) {
                // Skips the wrapper's frame, which is the next one.
                i++;
            }
        }
        return clean == null ? frames : clean.toArray(new StackTraceElement[0]);
    }

    /** Cleans the stacks of an exception, its causes and its suppressed exceptions. */
    static void clean(Throwable failure) {
        cleanOne(failure);
        if (failure.getCause() == null && failure.getSuppressed().length == 0) {
            return;
        }
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> rest = new ArrayDeque<>(List.of(failure));
        while (!rest.isEmpty() && seen.size() < MAX_EXCEPTIONS) {
            Throwable next = rest.remove();
            if (seen.add(next)) {
                cleanOne(next);
                rest.addAll(List.of(next.getSuppressed()));
                if (next.getCause() != null) {
                    rest.add(next.getCause());
                }
            }
        }
    }

    private static void cleanOne(Throwable failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        StackTraceElement[] clean = without(frames);
        if (clean != frames) {
            failure.setStackTrace(clean);
        }
    }

    /** Renames a frame. The JVM's own frames do not print the application loader's name, but a constructed frame would. */
    private static StackTraceElement renamed(StackTraceElement frame) {
        return new StackTraceElement(
                APPLICATION_LOADER.equals(frame.getClassLoaderName()) ? null : frame.getClassLoaderName(),
                frame.getModuleName(),
                frame.getModuleVersion(),
                frame.getClassName(),
                frame.getMethodName().substring(PREFIX.length()),
                frame.getFileName(),
                frame.getLineNumber());
    }
}
