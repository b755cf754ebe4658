package dev.rollcall.recorder;

import java.util.Arrays;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The call sites of a thread's current stack, as numbers. Each thread reuses its own, so that a walk allocates nothing beyond
 * what the stack walker does.
 */
final class StackKey {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final ClassValue<FrameNumbers> classes;
    private final long[] sites;
    private final Function<Stream<StackWalker.StackFrame>, Void> walk = this::walk;
    private final Consumer<StackWalker.StackFrame> visit = this::visit;
    private int length;
    private int skip;
    private long hash;

    StackKey(ClassValue<FrameNumbers> classes, int frames) {
        this.classes = classes;
        this.sites = new long[frames];
    }

    /**
     * Walks the current thread's stack.
     *
     * @param called the number of the called method, which stands for the frame of its wrapper; 0 for no wrapper
     */
    void take(StackWalker walker, int called) {
        length = 0;
        hash = 0;
        skip = called == 0 ? 0 : 1;
        if (called != 0) {
            add(called);
        }
        walker.walk(walk);
    }

    private Void walk(Stream<StackWalker.StackFrame> frames) {
        Spliterator<StackWalker.StackFrame> rest = frames.spliterator();
        while (length < sites.length && rest.tryAdvance(visit)) {
            // visit() adds the frame.
        }
        return null;
    }

    private void visit(StackWalker.StackFrame frame) {
        FrameNumbers numbers = classes.get(frame.getDeclaringClass());
        if (numbers.own()) {
            return;
        }
        if (skip > 0) {
            skip--;
            return;
        }
        add(numbers.of(frame));
    }

    private void add(long site) {
        sites[length++] = site;
        hash = (hash ^ site) * MULTIPLIER;
        hash ^= hash >>> 29;
    }

    long hash() {
        return hash;
    }

    /** Returns whether these are the same call sites. */
    boolean sameAs(long[] other) {
        return other.length == length && Arrays.equals(other, 0, length, sites, 0, length);
    }

    /** Returns a copy of the call sites. */
    long[] copy() {
        return Arrays.copyOf(sites, length);
    }
}
