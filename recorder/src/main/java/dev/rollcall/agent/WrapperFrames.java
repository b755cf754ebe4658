package dev.rollcall.agent;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes stacks look as they would without the agent: a wrapped method has two frames, its body's under a prefixed name and
 * its wrapper's.
 */
final class WrapperFrames {
    private static final String APPLICATION_LOADER = "app";

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
