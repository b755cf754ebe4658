package dev.rollcall.trace;

/**
 * What a slot of a ring tells. Strings and stacks are ids into the trace's heap, which {@link TraceReader} resolves; an id
 * of 0 is nothing or not known.
 */
public sealed interface Event
        permits CallEvent,
                GroupEvent,
                CommunicatorEvent,
                CopyEvent,
                BufferEvent,
                DeviceErrorEvent,
                StepEvent,
                ThreadEvent,
                EndEvent {

    /** Returns the kind of the event, as its slot is tagged. */
    EventTag tag();
}
