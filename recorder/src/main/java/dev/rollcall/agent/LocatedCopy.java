package dev.rollcall.agent;

import dev.rollcall.gpu.DriverMemory;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.trace.CopyEvent;

/**
 * A copy, and what the driver knows of its two sides.
 *
 * @param event what is recorded of it
 * @param source what it reads; null where nobody asked the driver
 * @param destination what it writes, likewise
 * @param failure why nobody asked; empty where somebody did
 */
record LocatedCopy(
        CopyArguments arguments, CopyEvent event, DriverMemory source, DriverMemory destination, String failure) {

    /** Returns whether nobody may read one of the sides. */
    boolean ofArray() {
        return arguments.source.array || arguments.destination.array;
    }
}
