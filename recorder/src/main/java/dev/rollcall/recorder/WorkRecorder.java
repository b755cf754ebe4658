package dev.rollcall.recorder;

/** Records what the application learns of the works of its calls. A work is known by its key, and then by its token. Thread-safe. */
public final class WorkRecorder {
    private final WorkTracker works;

    WorkRecorder(WorkTracker works) {
        this.works = works;
    }

    /** Returns the token of the work with this key, -1 where no call of it is in flight. */
    public long inFlight(long key) {
        return works.find(key);
    }

    /** Records that the application waits for a work; returns the token to end the wait with. */
    public long waiting(long key) {
        long token = works.find(key);
        if (token >= 0) {
            works.waiting(token, System.nanoTime());
        }
        return token;
    }

    /** Records that the application learned of a work's end by its wait; a failure is null where there was none. */
    public void waited(long token, String failure) throws Throwable {
        works.finished(token, failure, System.nanoTime());
    }

    /** Learns that nobody will tell how a wait ended: the call is pending no longer than others that nobody waits for. */
    public void waitLost(long token) {
        works.waitLost(token);
    }

    /** Records that a wait threw without anybody knowing whether the work has finished. */
    public void waitThrew(long token, String failure) {
        works.threw(token, failure, System.nanoTime());
    }

    /** Records that a work has finished without anybody knowing how. */
    public void finishedSomehow(long token) {
        works.finishedSomehow(token, System.nanoTime());
    }

    /** Returns whether a work could be asked by a handle, and is known by the application's waits alone. */
    public boolean unwatched(long token) {
        return works.unwatched(token);
    }

    /** Asks a work by a handle from now on, because a wait took too long and none may come again. */
    public void watch(long token, Completion completion, Object handle) throws Throwable {
        works.watch(token, completion, handle);
    }
}
