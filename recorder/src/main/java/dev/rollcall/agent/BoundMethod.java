package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.library.CallReader;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.recorder.CalledMethod;
import dev.rollcall.recorder.CommunicatorsByKey;
import dev.rollcall.trace.Operation;

/**
 * A hooked method with everything that its hooks use at each call. Immutable and thread-safe.
 *
 * @param reader reads the arguments of a call; null for other kinds of methods
 * @param operation what a call does; {@link Operation#UNKNOWN} for other kinds of methods
 * @param function the id in the heap of the method's name
 * @param watchable whether the works of the call can be watched
 */
record BoundMethod(
        CatalogueEntry entry,
        CalledMethod called,
        LibraryAdapter library,
        CommunicatorsByKey communicators,
        CallReader reader,
        Operation operation,
        int function,
        boolean watchable) {}
