package dev.rollcall.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Makes stacks look as they would without the agent: a wrapped method has two frames, its body's under a prefixed name and
 * its wrapper's.
 */
final class WrapperFrames {
    private static final String APPLICATION_LOADER = "app";

    /** How many exceptions of one tree are looked at. */
    private static final int MOST = 1000;

    private WrapperFrames() {}

    /** Returns whether the current thread is in the body of a wrapped method. */
    static boolean onThisStack() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().startsWith(ClassWrapper.PREFIX)));
    }

    /** Returns the frames with each wrapped method once, under its own name; the same array where there is none. */
    static StackTraceElement[] without(StackTraceElement[] frames) {
        List<StackTraceElement> clean = null;
        for (int i = 0; i < frames.length; i++) {
            StackTraceElement frame = frames[i];
            boolean body = frame.getMethodName().startsWith(ClassWrapper.PREFIX);
            if (body && clean == null) {
                clean = new ArrayList<>(List.of(frames).subList(0, i));
            }
            if (clean != null) {
                clean.add(body ? renamed(frame) : frame);
            }
            if (body) {
                // The wrapper's own frame is the next one.
                i++;
            }
        }
        return clean == null ? frames : clean.toArray(new StackTraceElement[0]);
    }

    /** Takes the wrappers out of the stacks of an exception, of its causes and of what they suppressed. */
    static void clean(Throwable failure) {
        cleanOne(failure);
        if (failure.getCause() == null && failure.getSuppressed().length == 0) {
            return;
        }
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> rest = new ArrayDeque<>(List.of(failure));
        while (!rest.isEmpty() && seen.size() < MOST) {
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

    /** Renames a frame; the JVM does not print its own loader's name, but prints any that an element was made with. */
    private static StackTraceElement renamed(StackTraceElement frame) {
        return new StackTraceElement(
                APPLICATION_LOADER.equals(frame.getClassLoaderName()) ? null : frame.getClassLoaderName(),
                frame.getModuleName(),
                frame.getModuleVersion(),
                frame.getClassName(),
                frame.getMethodName().substring(ClassWrapper.PREFIX.length()),
                frame.getFileName(),
                frame.getLineNumber());
    }
}
