package dev.rollcall.agent;

import dev.rollcall.trace.CopyKind;

/** Which copies are recorded and verified. Immutable and thread-safe. */
enum CopyScope {
    /** No copies. */
    OFF,
    /** Records copies between and within devices, and verifies those between devices. */
    PEER,
    /** Records all copies, and verifies those from or to a device. */
    ALL;

    /** Returns whether copies of a kind are recorded. */
    boolean records(CopyKind kind) {
        return this == ALL || this == PEER && kind.betweenOrWithinDevices();
    }

    /** Returns whether copies of a kind are verified. */
    boolean verifies(CopyKind kind) {
        return switch (kind) {
            case PEER -> this != OFF;
            case DEVICE_TO_DEVICE, HOST_TO_DEVICE, DEVICE_TO_HOST -> this == ALL;
            case HOST_TO_HOST, UNKNOWN -> false;
        };
    }
}
