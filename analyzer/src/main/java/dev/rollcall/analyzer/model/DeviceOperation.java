package dev.rollcall.analyzer.model;

/**
 * A kernel, copy or call that a process gave to a device. Immutable.
 *
 * @param work what kind of operation it is, such as {@code launch}; empty where unknown
 * @param function the library's function; empty where unknown
 * @param device ordinal of the device in the process
 * @param otherDevice ordinal of another device that it reads or writes; {@link #NONE} for none
 * @param stack where it was issued
 * @param thread the thread that issued it; empty where unknown
 * @param time when it was issued, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 */
public record DeviceOperation(
        String work, String function, int device, int otherDevice, CallStack stack, String thread, long time) {
    public DeviceOperation {
        work = BoundedText.of(work);
        function = BoundedText.of(function);
        thread = BoundedText.of(thread);
    }

    /** The work of a call of a communicator. */
    public static final String CALL = "call";

    /** Stands for no other device. */
    public static final int NONE = -1;

    /** Returns whether it is a call of a communicator, in which other ranks take part. */
    public boolean isCall() {
        return work.equals(CALL);
    }

    /** Returns whether it uses the memory of two devices. */
    public boolean crosses() {
        return otherDevice != NONE;
    }

    /** Returns {@code cuLaunchKernel on GPU 0}, or {@code cudaMemcpyPeerAsync on GPU 1 with memory of GPU 0}. */
    public String describe() {
        return (function.isEmpty() ? "an operation" : function) + " on " + CopyTally.device(device)
                + (crosses() ? " with memory of " + CopyTally.device(otherDevice) : "");
    }

    /** Returns the same operation earlier by some nanoseconds. */
    DeviceOperation shiftedBack(long nanos) {
        return time == Call.NO_TIME
                ? this
                : new DeviceOperation(work, function, device, otherDevice, stack, thread, time - nanos);
    }
}
