package dev.rollcall.recorder;

import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.HeapWriter;

/**
 * Records what becomes of calls whose work is in flight. Thread-safe without a lock: whoever changes the state word of a
 * work's place goes on to record what the change means.
 */
final class WorkOutcomes {
    private final PendingWorkTable inFlight;
    private final CallRing calls;
    private final HeapWriter heap;

    WorkOutcomes(PendingWorkTable inFlight, CallRing calls, HeapWriter heap) {
        this.inFlight = inFlight;
        this.calls = calls;
        this.heap = heap;
    }

    /** Records that nothing will tell of a call's end. */
    void unknown(long position) {
        calls.unknown(position);
    }

    /** Records that a call ended; a failure is null where it did not fail. */
    void end(long position, String failure, long nanos) {
        if (failure == null) {
            calls.completed(position, nanos);
        } else {
            calls.failed(position, nanos, heap.text(failure));
        }
    }

    /** Says of a call that was followed up to now how it ended, as far as anybody knows; for the owner of its place. */
    void conclude(PendingWork place, long word, long nanos) {
        String thrown = place.thrown(word);
        if (thrown == null) {
            calls.unknown(place.position);
        } else {
            end(place.position, thrown, nanos);
        }
        place.communicator.ended(nanos);
    }

    /**
     * Records of a call that nobody waits for and nobody can ask what its last wait threw; where none did, that it is
     * unknown until somebody waits for it.
     *
     * @param word the state word of its place, in which it is held
     */
    void unattended(PendingWork place, long token, long word, long nanos) {
        if (place.thrown(word) == null) {
            leave(place, token, word, nanos);
        } else if (place.change(word, PendingWork.TAKEN)) {
            conclude(place, word, nanos);
            place.free();
        }
    }

    private void leave(PendingWork place, long token, long word, long nanos) {
        long position = place.position;
        RecordedCommunicator communicator = place.communicator;
        if (!place.change(word, PendingWork.LEFT)) {
            return;
        }
        calls.unknown(position);
        communicator.ended(nanos);
        if (place.waited(word)) {
            // Somebody began to wait meanwhile, and may have said that the call is pending before it was unknown.
            resume(place, token, nanos);
            if (inFlight.live(token)) {
                calls.pendingAgain(position);
            }
        }
    }

    /** Records that a call which was left alone is pending again, because somebody waits for it. */
    void resume(PendingWork place, long token, long nanos) {
        for (; ; ) {
            long word = place.word();
            if (PendingWork.version(word) != PendingWorkTable.version(token)
                    || PendingWork.state(word) != PendingWork.LEFT) {
                return;
            }
            long position = place.position;
            RecordedCommunicator communicator = place.communicator;
            if (place.change(word, PendingWork.HELD)) {
                communicator.resumed(nanos);
                calls.pendingAgain(position);
                return;
            }
        }
    }

    /** Gives the handle of a work back; for the owner of its place. */
    static void releaseHandle(PendingWork place) throws Throwable {
        if (place.handle != null) {
            place.completion.release(place.handle);
        }
    }
}
