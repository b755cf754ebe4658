package dev.rollcall.agent;

import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.StreamCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What an application has requested and the library has not issued yet: the calls and creations of a group that has not ended,
 * or those of a nonblocking communicator. Not thread-safe.
 */
final class UnissuedOperations {
    final List<StreamCall> calls = new ArrayList<>();
    final List<Creation> creations = new ArrayList<>();

    /** Returns whether there are none. */
    boolean isEmpty() {
        return calls.isEmpty() && creations.isEmpty();
    }

    /** Returns these operations and forgets them. */
    UnissuedOperations take() {
        UnissuedOperations taken = new UnissuedOperations();
        taken.addAll(this);
        calls.clear();
        creations.clear();
        return taken;
    }

    private void addAll(UnissuedOperations more) {
        calls.addAll(more.calls);
        creations.addAll(more.creations);
    }

    /** The operations of each nonblocking communicator, until the application asks how far the library is. Thread-safe. */
    static final class ByCommunicator {
        private final Map<RecordedCommunicator, UnissuedOperations> waiting = new ConcurrentHashMap<>();

        /** Adds operations to their communicators. */
        void add(UnissuedOperations more) {
            more.calls.forEach(this::add);
            more.creations.forEach(creation -> extend(creation.asked(), known -> known.creations.add(creation)));
        }

        /** Adds a call. Its result is not summed: the application's own work may follow before the library has issued the call. */
        void add(StreamCall call) {
            extend(call.communicator(), known -> known.calls.add(call.withoutResult()));
        }

        private void extend(RecordedCommunicator asked, Consumer<UnissuedOperations> addition) {
            waiting.compute(asked, (same, known) -> {
                UnissuedOperations all = known == null ? new UnissuedOperations() : known;
                addition.accept(all);
                return all;
            });
        }

        /** Returns whether there are operations of a communicator. */
        boolean has(RecordedCommunicator communicator) {
            return waiting.containsKey(communicator);
        }

        /** Returns the operations of a communicator and forgets them. */
        UnissuedOperations take(RecordedCommunicator communicator) {
            UnissuedOperations known = waiting.remove(communicator);
            return known == null ? new UnissuedOperations() : known;
        }
    }
}
