package dev.rollcall.trace;

/**
 * What a slot of a ring records. Strings and stacks are ids of heap entries, which {@link TraceReader} resolves; id 0 means
 * none or unknown. Times are nanoseconds of the process's monotonic clock.
 */
public interface Event {
    /** Returns the kind of the event, which is the tag of its slot. */
    EventTag tag();
}
