package dev.rollcall.recorder;

/** Looks after the works in flight without the application's help. Thread-safe without a lock. */
final class WorkPoller {
    /** How long a work that is not watched may be left without anybody waiting for it before it is unknown. */
    private static final long UNATTENDED_NANOS = 1_000_000_000L;

    private final PendingWorkTable inFlight;
    private final WorkOutcomes outcomes;

    WorkPoller(PendingWorkTable inFlight, WorkOutcomes outcomes) {
        this.inFlight = inFlight;
        this.outcomes = outcomes;
    }

    /** Asks every watched work once, and leaves those that nobody attends to. */
    void poll(long nanos) throws Throwable {
        poll(nanos, UNATTENDED_NANOS);
    }

    /** Asks every watched work a last time, and leaves those that nobody waits for. */
    void settle(long nanos) throws Throwable {
        poll(nanos, Long.MIN_VALUE);
    }

    /** Gives every handle back, because nothing is recorded any more. */
    void letGo() throws Throwable {
        for (int i = 0; i < inFlight.size(); i++) {
            PendingWork place = inFlight.place(i);
            long word = place.word();
            if (PendingWork.state(word) == PendingWork.HELD && place.change(word, PendingWork.TAKEN)) {
                WorkOutcomes.releaseHandle(place);
                place.free();
            }
        }
    }

    private void poll(long nanos, long patience) throws Throwable {
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
            } else if (!place.waited(word) && nanos - place.since > patience) {
                outcomes.unattended(place, PendingWorkTable.token(word, i), word, nanos);
            }
        }
    }

    private void ask(PendingWork place, long nanos) throws Throwable {
        boolean finished;
        String failure;
        try {
            finished = place.completion.finished(place.handle);
            failure = finished ? place.completion.failure(place.handle) : null;
        } catch (Exception e) {
            cannotAsk(place, nanos);
            return;
        }
        long word = place.word();
        boolean mine = PendingWork.state(word) == PendingWork.ASKED
                && place.change(word, finished ? PendingWork.TAKEN : PendingWork.HELD);
        if (mine && !finished) {
            return;
        }
        if (mine) {
            if (!place.waited(word)) {
                place.communicator.waitedByApplication(false);
            }
            outcomes.end(place.position, failure, nanos);
            place.communicator.ended(nanos);
        }
        WorkOutcomes.releaseHandle(place);
        place.free();
    }

    /** Gives a handle back that cannot be asked; the call is unknown from now on. */
    private void cannotAsk(PendingWork place, long nanos) throws Throwable {
        long word = place.word();
        if (PendingWork.state(word) == PendingWork.ASKED && place.change(word, PendingWork.TAKEN)) {
            outcomes.conclude(place, word, nanos);
        }
        WorkOutcomes.releaseHandle(place);
        place.free();
    }
}
