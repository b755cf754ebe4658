package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Optional;

/**
 * The stack of a call, innermost frame first. Immutable.
 *
 * @param frames all frames that were recorded
 * @param innermost index in {@code frames} of the innermost frame that belongs to the application, neither to the library that
 *     was called nor to the language's runtime; -1 where there is none
 * @param site index in {@code frames} of the call site, the frame that users look for: {@code innermost}, or the caller of the
 *     {@linkplain SharedWrappers wrapper} that makes all calls of the job; -1 where no frame belongs to the application
 */
public record CallStack(List<StackFrame> frames, int innermost, int site) {

    /** The stack of a call whose frames were not recorded. */
    public static final CallStack UNKNOWN = new CallStack(List.of(), -1);

    private static final int MOST_APPLICATION_FRAMES = 64;

    public CallStack {
        frames = List.copyOf(frames);
        if (innermost < -1 || site < innermost || site >= frames.size() || innermost < 0 && site >= 0) {
            throw new IllegalArgumentException(
                    "site " + site + " and " + innermost + " of " + frames.size() + " frames");
        }
    }

    /** Makes a stack whose call site is the innermost frame of the application. */
    public CallStack(List<StackFrame> frames, int site) {
        this(frames, site, site);
    }

    /** Same result as the generated method; see {@link StackFrame#equals}. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CallStack that
                && innermost == that.innermost
                && site == that.site
                && frames.equals(that.frames);
    }

    @Override
    public int hashCode() {
        return 31 * frames.hashCode() + site;
    }

    /** Returns a copy with another call site. */
    public CallStack withSite(int other) {
        return other == site ? this : new CallStack(frames, innermost, other);
    }

    /** Returns the call site, or null where no frame belongs to the application. */
    public StackFrame siteFrame() {
        return site < 0 ? null : frames.get(site);
    }

    /** Returns the method of a wrapper that the call site calls to make the call; empty where it makes the call itself. */
    public Optional<StackFrame> wrapper() {
        for (int i = site - 1; i >= innermost && i >= 0; i--) {
            if (!ofRuntime(frames.get(i).type())) {
                return Optional.of(frames.get(i));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the path of the call: the application's frames from the innermost to the outermost one, without frames of the
     * runtime between them. Two calls from one helper method have different paths where different lines called the helper. Empty
     * where no frame belongs to the application.
     */
    public List<StackFrame> path() {
        return pathFrom(innermost);
    }

    /** Returns the {@link #path} without the frames of wrappers: from the call site on. */
    public List<StackFrame> sitePath() {
        return pathFrom(site);
    }

    private List<StackFrame> pathFrom(int first) {
        if (first < 0) {
            return List.of();
        }
        return frames.subList(first, frames.size()).stream()
                .filter(frame -> !ofRuntime(frame.type()))
                .toList();
    }

    /**
     * Returns the stack without the frames of libraries and runtimes, as the table of a job's stacks has it. Of a deep recursion
     * it holds the inner end.
     */
    public CallStack ofApplication() {
        if (innermost < 0) {
            return UNKNOWN;
        }
        List<StackFrame> own = frames.subList(innermost, frames.size()).stream()
                .filter(frame -> !isLibrary(frame))
                .limit(MOST_APPLICATION_FRAMES)
                .toList();
        return own.isEmpty() ? UNKNOWN : new CallStack(own, 0);
    }

    /** Returns whether a frame belongs to a library or a runtime. */
    static boolean isLibrary(StackFrame frame) {
        if (NativeFrames.isNative(frame)) {
            return NativeFrames.isLibrary(frame);
        }
        return frame.type().isEmpty() ? PythonFiles.ofLibrary(frame.file()) : JavaFrames.isLibrary(frame.type());
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
