package dev.rollcall.recorder;

import dev.rollcall.trace.HeapWriter;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Puts stacks into the trace's heap, each once. A stack that was seen before costs one walk over its call sites, without
 * resolving any name. Thread-safe.
 */
final class StackRecorder {
    /** The frames kept of an exception's or another thread's stack, which are rare. */
    private static final int RESOLVED_FRAMES = 128;

    /** About the recorder's own frames on top. A walk that gets all frames in one batch is a fifth cheaper. */
    private static final int OWN_FRAMES = 8;

    private final StackWalker walker;
    private final AtomicInteger classNumbers = new AtomicInteger();
    private final StackCache known = new StackCache();
    private final HeapWriter heap;
    private final int frames;
    private final UnaryOperator<StackTraceElement[]> cleaner;
    private final ClassValue<FrameNumbers> classes;

    /**
     * Makes a recorder without stacks.
     *
     * @param frames the frames kept of each stack; 0 for no stacks at all
     * @param cleaner removes the frames of the instrumentation from a stack
     */
    StackRecorder(HeapWriter heap, int frames, CallSites.Finder finder, UnaryOperator<StackTraceElement[]> cleaner) {
        this.heap = heap;
        this.cleaner = cleaner;
        this.frames = frames;
        this.walker = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), frames + OWN_FRAMES);
        ProtectionDomain own = StackRecorder.class.getProtectionDomain();
        this.classes = new ClassValue<>() {
            @Override
            protected FrameNumbers computeValue(Class<?> type) {
                boolean isOwn = type.getProtectionDomain() == own;
                int number = classNumbers.incrementAndGet();
                return new FrameNumbers(
                        number, isOwn, isOwn ? null : finder.find(type).orElse(null));
            }
        };
    }

    /** Returns a buffer for the stacks of one thread. */
    StackKey newKey() {
        return new StackKey(classes, Math.max(frames, 1));
    }

    /**
     * Returns the id in the heap of the current thread's stack; 0 where stacks are off or there is no room.
     *
     * @param key the thread's buffer
     * @param called the method whose wrapper called the recorder; null where there is no wrapper
     */
    int current(StackKey key, CalledMethod called) {
        if (frames == 0) {
            return 0;
        }
        int number = called == null ? 0 : called.number();
        key.take(walker, number);
        int id = known.find(key);
        if (id > 0) {
            return id;
        }
        if (id == StackCache.NO_ROOM || !known.hasRoom(key)) {
            heap.stackLeftOut();
            return 0;
        }
        return store(key, called);
    }

    private int store(StackKey key, CalledMethod called) {
        Resolution resolution = new Resolution(called);
        int id = walker.walk(resolution::resolve);
        if (resolution.renumbered) {
            key.take(walker, called == null ? 0 : called.number());
        }
        // A full heap stays full. Without this entry, each call from there would resolve its frames again for nothing.
        known.add(key, id != 0 ? id : StackCache.NO_ROOM);
        return id;
    }

    /** Returns the id in the heap of a stack that is already resolved, such as an exception's or another thread's. */
    int of(StackTraceElement[] resolved) {
        StackTraceElement[] elements = cleaner.apply(resolved);
        int count = Math.min(elements.length, RESOLVED_FRAMES);
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = frame(elements[i]);
        }
        return heap.stack(ids, count);
    }

    private int frame(StackTraceElement element) {
        return heap.frame(
                heap.string(element.getClassName()),
                heap.string(element.getMethodName()),
                heap.string(element.getFileName()),
                Math.max(element.getLineNumber(), 0));
    }

    /** The slow walk, which resolves each frame's class, method, file and line. */
    private final class Resolution {
        private final int[] ids = new int[frames];
        private int count;
        private int skip;
        /** Whether a class has turned out to run other code, so that its frames have other numbers from now on. */
        private boolean renumbered;

        Resolution(CalledMethod called) {
            if (called != null) {
                skip = 1;
                ids[count++] = heap.frame(heap.string(called.className()), heap.string(called.method()), 0, 0);
            }
        }

        int resolve(Stream<StackWalker.StackFrame> stack) {
            Spliterator<StackWalker.StackFrame> rest = stack.spliterator();
            while (count < ids.length && rest.tryAdvance(this::add)) {
                // add() adds the frame.
            }
            return heap.stack(ids, count);
        }

        private void add(StackWalker.StackFrame frame) {
            FrameNumbers numbers = classes.get(frame.getDeclaringClass());
            if (numbers.own()) {
                return;
            }
            if (skip > 0) {
                skip--;
                return;
            }
            renumbered |= !numbers.verify(frame);
            ids[count++] = frame(frame.toStackTraceElement());
        }
    }
}
