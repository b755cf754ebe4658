package dev.rollcall.recorder;

import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.HeapWriter;

/**
 * Follows the works of calls to their end: by the application's own waits, and by asking the handles of those that are
 * watched. A call that can be told in neither way is recorded as unknown. Thread-safe without a lock.
 */
final class WorkTracker {
    private final PendingWorkTable inFlight = new PendingWorkTable();
    private final WorkOutcomes outcomes;
    private final WorkPoller poll;

    WorkTracker(CallRing calls, HeapWriter heap) {
        this.outcomes = new WorkOutcomes(inFlight, calls, heap);
        this.poll = new WorkPoller(inFlight, outcomes);
    }

    /**
     * Follows a call.
     *
     * @param key the key of its work
     * @param completion how to ask it; null where that cannot be done
     * @param handle what to ask; null where only a wait will tell
     * @return the work's token, -1 where there is no room and the call was recorded as unknown
     */
    long follow(
            long position,
            RecordedCommunicator communicator,
            long key,
            Completion completion,
            Object handle,
            long nanos)
            throws Throwable {
        retire(key, nanos);
        long token = inFlight.take(key);
        if (token < 0) {
            if (handle != null) {
                completion.release(handle);
            }
            outcomes.unknown(position);
            communicator.ended(nanos);
            return token;
        }
        PendingWork place = inFlight.at(token);
        place.position = position;
        place.communicator = communicator;
        place.completion = completion;
        place.handle = handle;
        place.since = nanos;
        place.release(PendingWork.HELD);
        return token;
    }

    /** Lets go of an earlier work under the same key: it was freed, so nobody can wait for it any more. */
    private void retire(long key, long nanos) {
        long token = inFlight.find(key);
        if (token < 0) {
            return;
        }
        PendingWork place = inFlight.at(token);
        for (; ; ) {
            long word = place.word();
            int state = PendingWork.state(word);
            boolean held = state == PendingWork.HELD;
            if (PendingWork.version(word) != PendingWorkTable.version(token)) {
                return;
            }
            if (state == PendingWork.ASKED || held && place.handle != null) {
                // Its handle still tells of its end.
                place.forget(key);
                return;
            }
            if (!held && state != PendingWork.LEFT) {
                return;
            }
            if (place.change(word, PendingWork.TAKEN)) {
                if (held) {
                    outcomes.conclude(place, word, nanos);
                }
                place.free();
                return;
            }
        }
    }

    /** Returns the token of the work with this key, -1 where no call of it is in flight. */
    long find(long key) {
        return inFlight.find(key);
    }

    /** Learns that the application waits for a work, which is pending from then on, whatever was said of it before. */
    void waiting(long token, long nanos) {
        PendingWork place = inFlight.at(token);
        place.waiting(PendingWorkTable.version(token));
        outcomes.resume(place, token, nanos);
    }

    /**
     * Learns that a wait threw, and that nobody can tell whether the work has finished: the wait may only have taken too
     * long. The call has failed if nobody waits again soon.
     */
    void threw(long token, String failure, long nanos) {
        PendingWork place = inFlight.at(token);
        place.thrown = new PendingWork.Thrown(PendingWorkTable.version(token), failure);
        place.since = nanos;
        place.waitedNoMore(PendingWorkTable.version(token));
    }

    /** Learns that a wait ended, and that nobody will tell how. */
    void waitLost(long token) {
        inFlight.at(token).waitedNoMore(PendingWorkTable.version(token));
    }

    /** Learns that a work has finished, and that nobody can tell how: unknown, unless a wait tells. */
    void finishedSomehow(long token, long nanos) {
        PendingWork place = inFlight.at(token);
        long word = place.word();
        if (PendingWork.version(word) == PendingWorkTable.version(token)
                && PendingWork.state(word) == PendingWork.HELD
                && place.handle == null) {
            place.waitedNoMore(PendingWorkTable.version(token));
            outcomes.unattended(place, token, word, nanos);
        }
    }

    /** Learns that the application goes on without having waited for a work; that means nothing where it has ended. */
    void passedOver(long token) {
        RecordedCommunicator communicator = inFlight.at(token).communicator;
        if (inFlight.live(token) && communicator != null) {
            communicator.waitedByApplication(false);
        }
    }

    /** Returns whether a work could be asked by a handle, and is known by the application's waits alone. */
    boolean unwatched(long token) {
        PendingWork place = inFlight.at(token);
        boolean unwatched = place.completion != null && place.handle == null;
        return unwatched && inFlight.live(token);
    }

    /** Asks a work by a handle from now on; gives the handle back at once where the work has ended, or has one already. */
    void watch(long token, Completion completion, Object handle) throws Throwable {
        PendingWork place = inFlight.at(token);
        long word = place.word();
        boolean held = PendingWork.version(word) == PendingWorkTable.version(token)
                && PendingWork.state(word) == PendingWork.HELD
                && place.handle == null;
        if (held && place.change(word, PendingWork.TAKEN)) {
            place.handle = handle;
            place.release(PendingWork.HELD);
        } else {
            completion.release(handle);
        }
    }

    /**
     * Learns from the application that a work finished.
     *
     * @param failure why it failed; null where it did not
     */
    void finished(long token, String failure, long nanos) throws Throwable {
        PendingWork place = inFlight.at(token);
        for (; ; ) {
            long word = place.word();
            int state = PendingWork.state(word);
            boolean asked = state == PendingWork.ASKED;
            if (PendingWork.version(word) != PendingWorkTable.version(token)
                    || !asked && state != PendingWork.HELD && state != PendingWork.LEFT) {
                return;
            }
            long position = place.position;
            RecordedCommunicator communicator = place.communicator;
            if (place.change(word, asked ? PendingWork.FINISHED : PendingWork.TAKEN)) {
                communicator.waitedByApplication(true);
                outcomes.end(position, failure, nanos);
                if (state != PendingWork.LEFT) {
                    communicator.ended(nanos);
                }
                if (!asked) {
                    WorkOutcomes.releaseHandle(place);
                    place.free();
                }
                return;
            }
        }
    }

    /** Asks every watched work once, and leaves those that nobody attends to. */
    void poll(long nanos) throws Throwable {
        poll.poll(nanos);
    }

    /** Gives every handle back, because nothing is recorded any more. */
    void letGo() throws Throwable {
        poll.letGo();
    }

    /** Asks every watched work a last time, and leaves those that nobody waits for. */
    void settle(long nanos) throws Throwable {
        poll.settle(nanos);
    }
}
