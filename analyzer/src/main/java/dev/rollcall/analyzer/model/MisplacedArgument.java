package dev.rollcall.analyzer.model;

/**
 * Memory or a stream of another device than the operation that was given it. Immutable.
 *
 * @param what what it is
 * @param device ordinal of the device where it is
 * @param argument which argument it is, from 1; 0 where it has no number
 * @param operation the operation, on the device where it should be
 */
public record MisplacedArgument(What what, int device, int argument, DeviceOperation operation) {
    /** What is misplaced. */
    public enum What {
        /** Memory that the operation's device cannot reach. */
        MEMORY,
        /** A stream; the library refuses the operation. */
        STREAM
    }

    /** Returns the same earlier by some nanoseconds. */
    MisplacedArgument shiftedBack(long nanos) {
        return new MisplacedArgument(what, device, argument, operation.shiftedBack(nanos));
    }
}
