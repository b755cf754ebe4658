package dev.rollcall.trace;

import java.nio.ByteBuffer;

/** Finds the entry of the communicator table that a call belongs to, and its lane of it. Thread-safe. */
final class CallEntries {
    private final ByteBuffer memory;
    private final int table;
    private final int communicators;

    CallEntries(ByteBuffer memory, FileLayout layout) {
        this.memory = memory;
        this.table = layout.table();
        this.communicators = layout.communicators();
    }

    /** Returns how many entries were taken. */
    int used() {
        return Math.min(memory.getInt(HeaderDescriptor.COMMUNICATORS_USED_OFFSET), communicators);
    }

    /** Returns the offset of the entry with this number, from 1; -1 where there is none. */
    int entry(int communicator) {
        return communicator < 1 || communicator > communicators
                ? -1
                : table + (communicator - 1) * CommunicatorDescriptor.LENGTH;
    }

    /** Returns the offset of the lane of the call whose body is at {@code place}; -1 where it has no communicator. */
    int lane(int place) {
        int entry = entry(memory.getInt(place + CallDescriptor.COMMUNICATOR_OFFSET));
        return entry < 0 ? -1 : CommunicatorDescriptor.lane(entry, kind(place));
    }

    /** Returns the offset of where the call whose body is at {@code place} is carried; -1 where it has no communicator. */
    int carried(int place) {
        int entry = entry(memory.getInt(place + CallDescriptor.COMMUNICATOR_OFFSET));
        return entry < 0 ? -1 : CommunicatorDescriptor.carried(entry, kind(place));
    }

    private int kind(int place) {
        return memory.getShort(place + CallDescriptor.FLAGS_OFFSET) & CallDescriptor.POINT_TO_POINT;
    }
}
