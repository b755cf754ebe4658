package dev.rollcall.recorder;

import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.HeapWriter;

/**
 * Follows the works of calls to their end: by the application's own waits, and by asking the handles of those that are
 * watched. A call that can be told in neither way is recorded as unknown. Thread-safe without a lock.
 */
final class Works {
    /** How long a work that is not watched may be left without anybody waiting for it before it is unknown. */
    private static final long UNATTENDED_NANOS = 1_000_000_000L;

    private final InFlight inFlight = new InFlight();
    private final CallRing calls;
    private final HeapWriter heap;

    Works(CallRing calls, HeapWriter heap) {
        this.calls = calls;
        this.heap = heap;
    }

    /**
     * Follows a call.
     *
     * @param key the key of its work
     * @param handle what to ask; null where only a wait will tell
     * @return the work's token, -1 where there is no room and the call was recorded as unknown
     */
    long follow(long position, Communicator communicator, long key, Completion completion, Object handle, long nanos)
            throws Throwable {
        retire(key, nanos);
        long token = inFlight.take(key);
        if (token < 0) {
            calls.unknown(position);
            communicator.ended(nanos);
            if (handle != null) {
                completion.release(handle);
            }
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
        long word = place.word();
        if (PendingWork.version(word) != InFlight.version(token)
                || PendingWork.state(word) != PendingWork.HELD
                || !place.change(word, PendingWork.TAKEN)) {
            return;
        }
        if (place.handle != null) {
            place.key = 0;
            place.release(PendingWork.HELD);
            return;
        }
        giveUp(place, nanos);
        place.free();
    }

    /** Returns the token of the work with this key, -1 where no call of it is in flight. */
    long find(long key) {
        return inFlight.find(key);
    }

    /** Learns that the application waits for a work. */
    void waiting(long token) {
        inFlight.at(token).waited = true;
    }

    /** Returns whether a work is still in flight. */
    boolean live(long token) {
        return inFlight.live(token);
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
            boolean held = state == PendingWork.HELD;
            if (PendingWork.version(word) != InFlight.version(token) || !held && state != PendingWork.ASKED) {
                return;
            }
            long position = place.position;
            Communicator communicator = place.communicator;
            boolean counted = !place.givenUp;
            if (place.change(word, held ? PendingWork.TAKEN : PendingWork.FINISHED)) {
                communicator.waitedByApplication(true);
                end(position, communicator, counted, failure, nanos);
                if (held) {
                    releaseHandle(place);
                    place.free();
                }
                return;
            }
        }
    }

    /** Asks every watched work once, and gives up on those that nobody attends to. For the background thread alone. */
    void poll(long nanos) throws Throwable {
        for (int i = 0; i < inFlight.size(); i++) {
            PendingWork place = inFlight.place(i);
            long word = place.word();
            if (PendingWork.state(word) != PendingWork.HELD) {
                continue;
            }
            if (place.handle != null) {
                if (place.change(word, PendingWork.ASKED)) {
                    ask(place, nanos);
                }
            } else if (!place.waited && !place.givenUp && nanos - place.since > UNATTENDED_NANOS) {
                if (place.change(word, PendingWork.TAKEN)) {
                    giveUp(place, nanos);
                    place.release(PendingWork.HELD);
                }
            }
        }
    }

    /** Gives every handle back, because nothing is recorded any more. */
    void letGo() throws Throwable {
        for (int i = 0; i < inFlight.size(); i++) {
            PendingWork place = inFlight.place(i);
            long word = place.word();
            if (PendingWork.state(word) == PendingWork.HELD && place.change(word, PendingWork.TAKEN)) {
                releaseHandle(place);
                place.free();
            }
        }
    }

    private void ask(PendingWork place, long nanos) throws Throwable {
        boolean finished = place.completion.finished(place.handle);
        long word = place.word();
        boolean mine = PendingWork.state(word) == PendingWork.ASKED
                && place.change(word, finished ? PendingWork.TAKEN : PendingWork.HELD);
        if (mine && !finished) {
            return;
        }
        if (mine) {
            if (!place.waited) {
                place.communicator.waitedByApplication(false);
            }
            end(place.position, place.communicator, true, place.completion.failure(place.handle), nanos);
        }
        releaseHandle(place);
        place.free();
    }

    private void end(long position, Communicator communicator, boolean counted, String failure, long nanos) {
        if (failure == null) {
            calls.completed(position, nanos);
        } else {
            calls.failed(position, nanos, heap.text(failure));
        }
        if (counted) {
            communicator.ended(nanos);
        }
    }

    private void giveUp(PendingWork place, long nanos) {
        if (!place.givenUp) {
            place.givenUp = true;
            calls.unknown(place.position);
            place.communicator.ended(nanos);
        }
    }

    private static void releaseHandle(PendingWork place) throws Throwable {
        if (place.handle != null) {
            place.completion.release(place.handle);
        }
    }
}
