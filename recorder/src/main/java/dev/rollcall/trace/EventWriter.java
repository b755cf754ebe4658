package dev.rollcall.trace;

/**
 * Writes all events but calls, each from its record into the ring of its kind.
 *
 * <p>Thread-safe. Every method returns the event's position, {@link Ring#NONE} where no slot was free.
 */
public final class EventWriter {
    private final CallRing calls;
    private final CopyRing copies;

    EventWriter(CallRing calls, CopyRing copies) {
        this.calls = calls;
        this.copies = copies;
    }

    /** Writes the start or the end of a group. */
    public long write(GroupEvent event) {
        return event.write(calls);
    }

    /** Writes a change of phase of a communicator. */
    public long write(CommunicatorEvent event) {
        return event.write(calls);
    }

    /** Writes an error of a device. */
    public long write(DeviceErrorEvent event) {
        return event.write(calls);
    }

    /** Writes memory or a stream that is on another device than the operation that was given it. */
    public long write(MisplacedEvent event) {
        return event.write(calls);
    }

    /** Writes one operation of those among which an error happened. */
    public long write(WindowEvent event) {
        return event.write(calls);
    }

    /** Writes a step. */
    public long write(StepEvent event) {
        return event.write(calls);
    }

    /** Writes one thread of a snapshot. */
    public long write(ThreadEvent event) {
        return event.write(calls);
    }

    /** Writes the end of the process or of a thread. */
    public long write(EndEvent event) {
        return event.write(calls);
    }

    /** Writes the use or the release of a collective's buffer. */
    public long write(BufferEvent event) {
        return event.write(copies);
    }

    /** Writes the sum of a collective's result. */
    public long write(ResultEvent event) {
        return event.write(copies);
    }

    /**
     * Writes a copy that was issued. Ignores its state, end and check, which {@link CopyRing#completed} or
     * {@link CopyRing#failed} set later.
     */
    public long write(CopyEvent event) {
        return event.write(copies);
    }
}
