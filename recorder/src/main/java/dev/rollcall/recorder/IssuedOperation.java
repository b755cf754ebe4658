package dev.rollcall.recorder;

import dev.rollcall.trace.DeviceWork;

/**
 * An operation that a device was given. Immutable and thread-safe.
 *
 * @param work what kind of operation it is
 * @param nanos when it was issued, by the monotonic clock
 * @param stream the handle of its stream; 0 for the default one
 * @param device the ordinal of the device that does it
 * @param otherDevice the ordinal of another device that it reads or writes; -1 for none
 * @param call its position in the ring of calls; -1 where it is no call
 * @param stack the id in the heap of its stack
 * @param thread the id in the heap of its thread's name
 * @param function the id in the heap of the library function's name
 */
public record IssuedOperation(
        DeviceWork work,
        long nanos,
        long stream,
        int device,
        int otherDevice,
        long call,
        int stack,
        int thread,
        int function) {}
