package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * The frames that led to a call, innermost first.
 *
 * @param frames all frames that were recorded
 * @param site index in {@code frames} of the call site: the innermost frame that belongs to the application, neither to
 *     the library that was called nor to the language's runtime; -1 where there is none
 */
public record CallStack(List<StackFrame> frames, int site) {

    /** No frame was recorded. */
    public static final CallStack UNKNOWN = new CallStack(List.of(), -1);

    public CallStack {
        frames = List.copyOf(frames);
        if (site < -1 || site >= frames.size()) {
            throw new IllegalArgumentException("site " + site + " of " + frames.size() + " frames");
        }
    }

    /** As a record's own; see {@link StackFrame#equals}. */
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
     * Returns the application's way to the call: its frames from the call site to the outermost one, innermost first,
     * without the runtime's own that stand between them. Two calls from one helper method have different ways where
     * different lines called the helper. Empty where no frame belongs to the application.
     */
    public List<StackFrame> way() {
        if (site < 0) {
            return List.of();
        }
        return frames.subList(site, frames.size()).stream()
                .filter(frame -> !ofRuntime(frame.type()))
                .toList();
    }

    /** Returns whether, in the method in which the ways to two calls part, this one goes through an earlier line. */
    public boolean isAbove(CallStack other) {
        List<StackFrame> own = way();
        List<StackFrame> others = other.way();
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
