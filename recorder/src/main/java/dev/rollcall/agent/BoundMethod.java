package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.library.CallReader;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.WorkState;
import dev.rollcall.recorder.CalledMethod;
import dev.rollcall.recorder.CommunicatorsByKey;
import dev.rollcall.trace.Operation;

/**
 * A hooked method with everything that its hooks use at each call. Immutable and thread-safe.
 *
 * @param reader reads the arguments of a call; null for other kinds of methods
 * @param operation what a call does; {@link Operation#UNKNOWN} for other kinds of methods
 * @param function the id in the heap of the method's name
 * @param inStream whether the work of the call is done by a stream after the call has returned
 * @param loader the loader of the method's class
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
        boolean inStream,
        ClassLoader loader,
        boolean watchable) {
    /** Returns whether the method has a parameter of this role. */
    boolean has(ArgumentRole role) {
        return entry.roles().contains(role);
    }

    /** Returns what an error code that the method returned says; the failure begins with the method's name. */
    WorkState status(long code) throws Throwable {
        if (entry.ending() != CompletionSign.STATUS) {
            return WorkState.SUCCEEDED;
        }
        WorkState status = library.status(code);
        return status.kind() == WorkState.Kind.FAILED
                ? WorkState.failed(called.method() + " returned " + status.failure())
                : status;
    }
}
