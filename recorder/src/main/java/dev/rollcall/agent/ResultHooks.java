package dev.rollcall.agent;

import dev.rollcall.gpu.ResultSum;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.WorkState;
import dev.rollcall.recorder.CallPlace;
import dev.rollcall.recorder.ResultRecorder;
import dev.rollcall.trace.ElementType;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sums the results of works in the memory of the host, in the hook that tells the application that a work has finished. Before that
 * the result is incomplete, and afterwards the application may change it. Thread-safe.
 */
final class ResultHooks {
    /** The bound of the works that are remembered, for jobs that never ask for them. */
    private static final int MOST_WORKS = 4096;

    private final LibraryBindings bindings;
    private final ThreadLocal<HookedThread> threads;
    private final ResultRecorder recorder;

    /** The calls whose result is equal on all ranks, by the key of their work. */
    private final Map<Long, CallPlace> works = new ConcurrentHashMap<>();

    ResultHooks(LibraryBindings bindings, ThreadLocal<HookedThread> threads, ResultRecorder recorder) {
        this.bindings = bindings;
        this.threads = threads;
        this.recorder = recorder;
    }

    /** A call has returned a work, whose key an earlier one may have had. */
    void issued(long key, CallPlace call, boolean sameResultOnAllRanks) {
        if (!sameResultOnAllRanks) {
            works.remove(key);
            return;
        }
        if (works.size() >= MOST_WORKS) {
            works.clear();
        }
        works.put(key, call);
    }

    /** The application asks for the future of a work. From then on it may learn of the end unseen, and change the result. */
    void observed(int hook, Object work) throws Throwable {
        BoundMethod method = works.isEmpty() || threads.get().inside() ? null : bindings.method(hook);
        if (method != null) {
            works.remove(method.library().key(work));
        }
    }

    /** A wait for a work has returned. */
    void waited(int hook, Object work) throws Throwable {
        finished(hook, work, false);
    }

    /** A test has returned that a work has finished. */
    void tested(int hook, Object work) throws Throwable {
        finished(hook, work, true);
    }

    private void finished(int hook, Object work, boolean maybeFailed) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = works.isEmpty() || thread.inside() ? null : bindings.method(hook);
        if (method == null) {
            return;
        }
        LibraryAdapter library = method.library();
        CallPlace call = works.remove(library.key(work));
        if (call == null) {
            return;
        }
        thread.enterAgent();
        try {
            if (!maybeFailed || library.state(work).kind() == WorkState.Kind.SUCCEEDED) {
                Sum sum = new Sum();
                if (library.readResult(work, sum::add) && sum.known()) {
                    recorder.record(call, sum.elements.value(), sum.elements.bytes(), sum.type);
                }
            }
        } finally {
            thread.leave();
        }
    }

    /** The sum of several buffers of one type. */
    private static final class Sum {
        private ElementType type;
        private ResultSum elements;

        private boolean add(ElementType its, ByteBuffer more) {
            if (type == null) {
                type = its;
                elements = ResultSum.of(its);
            }
            if (elements == null || type != its) {
                return false;
            }
            elements.add(more);
            return true;
        }

        /** Returns whether anything was summed. */
        private boolean known() {
            return elements != null;
        }
    }
}
