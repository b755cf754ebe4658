package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;

/** Says in one line what a copy did. Stateless. */
final class CorruptionText {
    private CorruptionText() {}

    /** Returns the line for a copy that arrived wrong. */
    static String describe(CopyEvent copy, CopyCheck check) {
        long planes = copy.volume() == null ? 1 : copy.volume().depth();
        long bytes = copy.bytes() * copy.rows() * planes;
        String way = copy.path() == CopyPath.REROUTED ? " through other memory of the host" : "";
        return "a copy of " + bytes + " bytes from " + place(copy.sourceDevice()) + " to "
                + place(copy.destinationDevice()) + way + " arrived "
                + check.verdict().label() + ": "
                + Integer.toUnsignedString(check.badBlocks()) + " bad blocks of " + (1L << check.blockShift())
                + " bytes, the first at byte "
                + (Integer.toUnsignedLong(check.firstBadBlock()) << check.blockShift());
    }

    private static String place(int device) {
        return device == DriverMemory.HOST ? "the host" : "GPU " + device;
    }
}
