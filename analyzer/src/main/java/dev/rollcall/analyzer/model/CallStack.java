package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * The stack of a call, innermost frame first. Immutable.
 *
 * @param frames all frames that were recorded
 * @param site index in {@code frames} of the call site: the innermost frame that belongs to the application, neither to
 *     the library that was called nor to the language's runtime; -1 where there is none
 */
public record CallStack(List<StackFrame> frames, int site) {

    /** The stack of a call whose frames were not recorded. */
    public static final CallStack UNKNOWN = new CallStack(List.of(), -1);

    public CallStack {
        frames = List.copyOf(frames);
        if (site < -1 || site >= frames.size()) {
            throw new IllegalArgumentException("site " + site + " of " + frames.size() + " frames");
        }
    }

    /** Same result as the generated method; see {@link StackFrame#equals}. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CallStack that && site == that.site && frames.equals(that.frames);
    }

    @Override
    public int hashCode() {
        return 31 * frames.hashCode() + site;
    }

    /** Returns the call site, or null where no frame belongs to the application. */
    public StackFrame siteFrame() {
        return site < 0 ? null : frames.get(site);
    }

    /**
     * Returns the path of the call: the application's frames from the call site to the outermost one, innermost first, without
     * frames of the runtime between them. Two calls from one helper method have different paths where different lines called the
     * helper. Empty where no frame belongs to the application.
     */
    public List<StackFrame> path() {
        if (site < 0) {
            return List.of();
        }
        return frames.subList(site, frames.size()).stream()
                .filter(frame -> !ofRuntime(frame.type()))
                .toList();
    }

    /** Returns whether this path goes through an earlier line of the method in which it parts from another path. */
    public boolean isAbove(CallStack other) {
        List<StackFrame> own = path();
        List<StackFrame> others = other.path();
        for (int depth = 1; depth <= Math.min(own.size(), others.size()); depth++) {
            StackFrame frame = own.get(own.size() - depth);
            StackFrame that = others.get(others.size() - depth);
            if (!frame.equals(that)) {
                return frame.type().equals(that.type())
                        && frame.method().equals(that.method())
                        && frame.file().equals(that.file())
                        && frame.line() > 0
                        && frame.line() < that.line();
            }
        }
        return false;
    }

    private static boolean ofRuntime(String type) {
        return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
    }
}
