package dev.rollcall.trace;

/**
 * A copy between memories of GPUs, or of a GPU and the host.
 *
 * @param state the slot's state bits; see {@link #completed} and {@link #failed}; ignored when written
 * @param enqueued when it was issued, nanoseconds by the monotonic clock
 * @param ended when it ended, by the same clock; 0 unless it completed or failed
 * @param kind from where to where
 * @param path which way
 * @param sourceDevice ordinal of the source's device; -1 for the host
 * @param destinationDevice ordinal of the destination's device; -1 for the host
 * @param sourcePointer where the source begins
 * @param destinationPointer where the destination begins
 * @param bytes length of a row in bytes; of the whole copy if it has one row
 * @param rows how many rows a plane has; 1 for a linear copy
 * @param sourcePitch distance of rows in the source, in bytes; 0 for a linear copy
 * @param destinationPitch distance of rows in the destination, in bytes; 0 for a linear copy
 * @param volume the third dimension; null for a copy without one
 * @param stream handle of the stream; 0 for the default one
 * @param stack id of the stack in the heap; 0 where unknown
 * @param thread id of the thread's name in the heap; 0 where unknown
 * @param function id of the library's function in the heap; 0 where unknown
 * @param text id of a text in the heap: of a copy that failed, the error's; of one that is not verified, why; else of no meaning;
 *     0 for none
 * @param check what the comparison of both sides found; {@link CopyCheck#NONE} unless it completed
 */
public record CopyEvent(
        int state,
        long enqueued,
        long ended,
        CopyKind kind,
        CopyPath path,
        int sourceDevice,
        int destinationDevice,
        long sourcePointer,
        long destinationPointer,
        long bytes,
        long rows,
        long sourcePitch,
        long destinationPitch,
        CopyVolume volume,
        long stream,
        int stack,
        int thread,
        int function,
        int text,
        CopyCheck check)
        implements Event {
    /** Returns the copy with when it was issued, from where, and a text. */
    public CopyEvent issued(long nanos, int stackId, int threadId, int textId) {
        return new CopyEvent(
                state,
                nanos,
                ended,
                kind,
                path,
                sourceDevice,
                destinationDevice,
                sourcePointer,
                destinationPointer,
                bytes,
                rows,
                sourcePitch,
                destinationPitch,
                volume,
                stream,
                stackId,
                threadId,
                function,
                textId,
                check);
    }

    /** Returns the copy as it is made by another way. */
    public CopyEvent by(CopyPath other) {
        return new CopyEvent(
                state,
                enqueued,
                ended,
                kind,
                other,
                sourceDevice,
                destinationDevice,
                sourcePointer,
                destinationPointer,
                bytes,
                rows,
                sourcePitch,
                destinationPitch,
                volume,
                stream,
                stack,
                thread,
                function,
                text,
                check);
    }

    @Override
    public EventTag tag() {
        return EventTag.COPY;
    }

    /** Returns whether the copy is known to have ended well. */
    public boolean completed() {
        return (state & SlotDescriptor.COMPLETED) != 0;
    }

    /** Returns whether the copy is known to have ended in an error. */
    public boolean failed() {
        return (state & SlotDescriptor.FAILED) != 0;
    }
}
