package dev.rollcall.trace;

/**
 * An asynchronous error of a device, and the window of calls in which it must have happened.
 *
 * @param time when, nanoseconds by the monotonic clock
 * @param device ordinal of the device
 * @param code the library's error code
 * @param name id of the error's name in the heap; 0 where unknown
 * @param text id of the error's text in the heap; 0 where unknown
 * @param stream handle of the stream; 0 where unknown
 * @param lastGood position of the last call known to be before the error; -1 where unknown
 * @param firstBad position of the first call known to be after it; -1 where unknown
 * @param stack id of the stack in the heap; 0 where unknown
 * @param thread id of the thread's name in the heap; 0 where unknown
 */
public record DeviceErrorEvent(
        long time,
        int device,
        int code,
        int name,
        int text,
        long stream,
        long lastGood,
        long firstBad,
        int stack,
        int thread)
        implements Event {
    @Override
    public EventTag tag() {
        return EventTag.DEVICE_ERROR;
    }
}
