package dev.rollcall.recorder;

import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.HeapWriter;
import java.util.function.LongConsumer;

/**
 * Follows the works of calls until they complete: by the application's own waits, and by polling a handle where the library
 * offers one. A call whose completion neither shows is recorded as unknown. A work is found by its key, and then known by
 * its token. Thread-safe without a lock: the thread that changes the state word of a work records what the change means.
 */
public final class WorkTracker {
    /** How long a work without a handle may go without a wait before its call is recorded as unknown. */
    private static final long UNATTENDED_NANOS = 1_000_000_000L;

    private final PendingWorkTable table = new PendingWorkTable();
    private final CallRing calls;
    private final HeapWriter heap;
    private volatile LongConsumer listener = position -> {};

    WorkTracker(CallRing calls, HeapWriter heap) {
        this.calls = calls;
        this.heap = heap;
    }

    /** Sets the listener for the position of each call that completes. It must not wait. */
    void listen(LongConsumer completed) {
        listener = completed;
    }

    /**
     * Follows the work of a call.
     *
     * @param position the call's position in the ring
     * @param completion polls the work; null where the library cannot
     * @param handle what to poll; null where only a wait shows the completion
     * @return the work's token, -1 where the table has no room and the call was recorded as unknown
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
        long token = table.take(key);
        if (token < 0) {
            if (handle != null) {
                completion.release(handle);
            }
            calls.unknown(position);
            communicator.ended(nanos);
            return token;
        }
        PendingWork work = table.at(token);
        work.position = position;
        work.communicator = communicator;
        work.completion = completion;
        work.handle = handle;
        work.since = nanos;
        work.release(PendingWork.PENDING);
        return token;
    }

    /** Drops an earlier work with the same key. The library freed that work, so no wait for it can come. */
    private void retire(long key, long nanos) {
        long token = table.find(key);
        if (token < 0) {
            return;
        }
        PendingWork work = table.at(token);
        for (; ; ) {
            long word = work.word();
            int state = PendingWork.state(word);
            boolean pending = state == PendingWork.PENDING;
            if (PendingWork.version(word) != PendingWorkTable.version(token)) {
                return;
            }
            if (state == PendingWork.POLLED || pending && work.handle != null) {
                // Its handle still shows when it completes.
                work.forgetKey(key);
                return;
            }
            if (!pending && state != PendingWork.UNATTENDED) {
                return;
            }
            if (work.change(word, PendingWork.OWNED)) {
                if (pending) {
                    conclude(work, word, nanos);
                }
                work.free();
                return;
            }
        }
    }

    /** Returns the token of the work with this key, -1 where none is in flight. */
    public long inFlight(long key) {
        return table.find(key);
    }

    /** Records that the application begins to wait for the work with this key; returns its token, -1 where none is in flight. */
    public long waiting(long key) {
        long token = table.find(key);
        if (token >= 0) {
            waiting(token, System.nanoTime());
        }
        return token;
    }

    /** Records that a wait begins. The call is pending from now on, even if it was recorded as unknown. */
    void waiting(long token, long nanos) {
        PendingWork work = table.at(token);
        work.waitBegan(PendingWorkTable.version(token));
        resume(work, token, nanos);
    }

    /** Records that a work has completed, as the application's wait or test showed; a failure is null where there was none. */
    public void waited(long token, String failure) throws Throwable {
        finished(token, failure, System.nanoTime());
    }

    void finished(long token, String failure, long nanos) throws Throwable {
        PendingWork work = table.at(token);
        for (; ; ) {
            long word = work.word();
            int state = PendingWork.state(word);
            boolean polled = state == PendingWork.POLLED;
            if (PendingWork.version(word) != PendingWorkTable.version(token)
                    || !polled && state != PendingWork.PENDING && state != PendingWork.UNATTENDED) {
                return;
            }
            long position = work.position;
            RecordedCommunicator communicator = work.communicator;
            if (work.change(word, polled ? PendingWork.FINISHED : PendingWork.OWNED)) {
                communicator.waitedByApplication(true);
                end(position, failure, nanos);
                if (state != PendingWork.UNATTENDED) {
                    communicator.ended(nanos);
                }
                if (!polled) {
                    releaseHandle(work);
                    work.free();
                }
                return;
            }
        }
    }

    /**
     * Records that a wait threw, and that it is not known whether the work has completed: the wait may only have timed out.
     * The call fails with this text unless another wait begins soon.
     */
    public void waitThrew(long token, String failure) {
        waitThrew(token, failure, System.nanoTime());
    }

    void waitThrew(long token, String failure, long nanos) {
        PendingWork work = table.at(token);
        work.thrown = new PendingWork.Thrown(PendingWorkTable.version(token), failure);
        work.since = nanos;
        work.waitEnded(PendingWorkTable.version(token));
    }

    /** Records that a wait ended without a known outcome. The work then counts as one that no thread waits for. */
    public void waitLost(long token) {
        table.at(token).waitEnded(PendingWorkTable.version(token));
    }

    /** Records that a work has completed with an unknown outcome. The call is unknown unless a later wait shows more. */
    public void finishedSomehow(long token) {
        finishedSomehow(token, System.nanoTime());
    }

    void finishedSomehow(long token, long nanos) {
        PendingWork work = table.at(token);
        long word = work.word();
        if (PendingWork.version(word) == PendingWorkTable.version(token)
                && PendingWork.state(word) == PendingWork.PENDING
                && work.handle == null) {
            work.waitEnded(PendingWorkTable.version(token));
            concludeUnattended(work, token, word, nanos);
        }
    }

    /** Notes that the thread makes its next call without having waited for a work. Means nothing where the work has ended. */
    void passedOver(long token) {
        RecordedCommunicator communicator = table.at(token).communicator;
        if (table.isInFlight(token) && communicator != null) {
            communicator.waitedByApplication(false);
        }
    }

    /** Returns whether a work could be polled but has no handle yet. */
    public boolean unwatched(long token) {
        PendingWork work = table.at(token);
        boolean unwatched = work.completion != null && work.handle == null;
        return unwatched && table.isInFlight(token);
    }

    /**
     * Polls a work by a handle from now on, because a wait timed out and no other may come. Releases the handle at once where
     * the work has ended or already has a handle.
     */
    public void watch(long token, Completion completion, Object handle) throws Throwable {
        PendingWork work = table.at(token);
        long word = work.word();
        boolean unwatched = PendingWork.version(word) == PendingWorkTable.version(token)
                && PendingWork.state(word) == PendingWork.PENDING
                && work.handle == null;
        if (unwatched && work.change(word, PendingWork.OWNED)) {
            work.handle = handle;
            work.release(PendingWork.PENDING);
        } else {
            completion.release(handle);
        }
    }

    /** Polls every work that has a handle, and records calls as unknown whose works have gone without a wait for too long. */
    void poll(long nanos) throws Throwable {
        poll(nanos, UNATTENDED_NANOS);
    }

    /** Polls a last time, at the end of the process: calls without a handle and without a wait are unknown at once. */
    void settle(long nanos) throws Throwable {
        poll(nanos, Long.MIN_VALUE);
    }

    private void poll(long nanos, long patience) throws Throwable {
        for (int i = 0; i < PendingWorkTable.SIZE; i++) {
            PendingWork work = table.entry(i);
            long word = work.word();
            if (PendingWork.state(word) != PendingWork.PENDING) {
                continue;
            }
            if (work.handle != null) {
                if (work.change(word, PendingWork.POLLED)) {
                    pollHandle(work, nanos);
                }
            } else if (!work.waited(word) && nanos - work.since > patience) {
                concludeUnattended(work, PendingWorkTable.token(word, i), word, nanos);
            }
        }
    }

    /** Polls the handle of a work in the state {@link PendingWork#POLLED}, which this thread has set. */
    private void pollHandle(PendingWork work, long nanos) throws Throwable {
        boolean finished = false;
        String failure = null;
        boolean readable = true;
        try {
            finished = work.completion.finished(work.handle);
            failure = finished ? work.completion.failure(work.handle) : null;
        } catch (Exception e) {
            readable = false;
        }
        long word = work.word();
        boolean stillMine = PendingWork.state(word) == PendingWork.POLLED
                && work.change(word, finished || !readable ? PendingWork.OWNED : PendingWork.PENDING);
        if (stillMine && !readable) {
            conclude(work, word, nanos);
        } else if (stillMine && finished) {
            if (!work.waited(word)) {
                work.communicator.waitedByApplication(false);
            }
            end(work.position, failure, nanos);
            work.communicator.ended(nanos);
        } else if (stillMine) {
            return;
        }
        // It has ended, or the application saw it complete during the poll and left the handle to this thread.
        releaseHandle(work);
        work.free();
    }

    /** Records how a call ended whose work is no longer followed, as far as that is known; for the owner of the work. */
    private void conclude(PendingWork work, long word, long nanos) {
        String thrown = work.thrown(word);
        if (thrown == null) {
            calls.unknown(work.position);
        } else {
            end(work.position, thrown, nanos);
        }
        work.communicator.ended(nanos);
    }

    private void end(long position, String failure, long nanos) {
        if (failure == null) {
            calls.completed(position, nanos);
            listener.accept(position);
        } else {
            calls.failed(position, nanos, heap.text(failure));
        }
    }

    /**
     * Records what the last wait threw for a call that no thread waits for and whose work cannot be polled. Without such an
     * exception the call is unknown until a wait begins.
     *
     * @param word the state word of the work, in which it is pending
     */
    private void concludeUnattended(PendingWork work, long token, long word, long nanos) {
        if (work.thrown(word) != null) {
            if (work.change(word, PendingWork.OWNED)) {
                conclude(work, word, nanos);
                work.free();
            }
            return;
        }
        long position = work.position;
        RecordedCommunicator communicator = work.communicator;
        if (!work.change(word, PendingWork.UNATTENDED)) {
            return;
        }
        calls.unknown(position);
        communicator.ended(nanos);
        if (work.waited(word)) {
            // A wait began meanwhile, and its thread may have recorded the call as pending before it became unknown
            // here.
            resume(work, token, nanos);
            if (table.isInFlight(token)) {
                calls.pendingAgain(position);
            }
        }
    }

    /** Records that an unattended call is pending again, because a thread waits for it. */
    private void resume(PendingWork work, long token, long nanos) {
        for (; ; ) {
            long word = work.word();
            if (PendingWork.version(word) != PendingWorkTable.version(token)
                    || PendingWork.state(word) != PendingWork.UNATTENDED) {
                return;
            }
            long position = work.position;
            RecordedCommunicator communicator = work.communicator;
            if (work.change(word, PendingWork.PENDING)) {
                communicator.began(nanos);
                calls.pendingAgain(position);
                return;
            }
        }
    }

    /** Releases every handle, after recording has stopped. */
    void releaseAll() throws Throwable {
        for (int i = 0; i < PendingWorkTable.SIZE; i++) {
            PendingWork work = table.entry(i);
            long word = work.word();
            if (PendingWork.state(word) == PendingWork.PENDING && work.change(word, PendingWork.OWNED)) {
                releaseHandle(work);
                work.free();
            }
        }
    }

    private static void releaseHandle(PendingWork work) throws Throwable {
        if (work.handle != null) {
            work.completion.release(work.handle);
        }
    }
}
