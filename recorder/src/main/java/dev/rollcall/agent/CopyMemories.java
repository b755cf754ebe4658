package dev.rollcall.agent;

import dev.rollcall.gpu.CopyMemory;
import dev.rollcall.gpu.CopyVerifier;
import dev.rollcall.gpu.DriverMemory;
import dev.rollcall.gpu.HostBytes;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.library.CopyArguments.Side;
import dev.rollcall.library.HostBuffers;
import dev.rollcall.library.HostBuffers.HostBuffer;
import dev.rollcall.trace.CopyKind;

/** Finds by what the sides of a copy can be read. Thread-safe. */
final class CopyMemories {
    private final HostBuffers buffers = new HostBuffers();

    /** Returns what a copy reads. */
    CopyMemory source(LocatedCopy copy, CopyVerifier verifier, CopyKind told, boolean over) throws Throwable {
        Side side = copy.arguments().source;
        boolean host = side.onHost || told == CopyKind.HOST_TO_DEVICE;
        return of(copy.arguments(), side, copy.source(), host, over, verifier);
    }

    /** Returns what a copy writes. */
    CopyMemory destination(LocatedCopy copy, CopyVerifier verifier, CopyKind told, boolean over) throws Throwable {
        Side side = copy.arguments().destination;
        boolean host = side.onHost || told == CopyKind.DEVICE_TO_HOST;
        return of(copy.arguments(), side, copy.destination(), host, over, verifier);
    }

    private CopyMemory of(
            CopyArguments copy, Side side, DriverMemory known, boolean host, boolean over, CopyVerifier verifier)
            throws Throwable {
        if (known.onDevice() || known.managed()) {
            return CopyMemory.of(known);
        }
        HostBuffer buffer = buffers.of(side.given, side.offset() + length(copy, side));
        // An address of which neither the driver nor the application says that it is the host's may be nowhere.
        if (buffer == null || buffer.addressed() && !host && !known.pinned()) {
            return CopyMemory.of(known);
        }
        HostBytes bytes = new HostBytes(buffer.memory(), buffer.offset() + side.offset(), side.given);
        boolean registered = !over && !buffer.addressed() && buffer.memory().isDirect();
        return registered
                ? verifier.registered(bytes, side.given, copy.volume() ? 0 : side.offset())
                : new CopyMemory(known, 0, bytes);
    }

    private static long length(CopyArguments copy, Side side) {
        return (copy.planes - 1) * side.pitch * side.height + (copy.rows - 1) * side.pitch + copy.bytes;
    }
}
