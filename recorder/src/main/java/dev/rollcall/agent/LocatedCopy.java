package dev.rollcall.agent;

import dev.rollcall.gpu.DriverMemory;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.library.CopyArguments.Side;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVolume;

/**
 * A copy with the memories that it reads and writes.
 *
 * @param event the copy as it is recorded
 * @param source the memory that it reads, as the driver knows it; null if the driver was not asked
 * @param destination the memory that it writes, as the driver knows it; null if the driver was not asked
 * @param failure why the driver was not asked; empty if it was
 */
record LocatedCopy(
        CopyArguments arguments, CopyEvent event, DriverMemory source, DriverMemory destination, String failure) {
    /** The device of the host's memory, and of memory whose device is unknown. */
    private static final int HOST = -1;

    /**
     * Returns a copy between memories that the driver knows.
     *
     * @param declared the kind of copy in the catalogue
     * @param function the id in the heap of the method's name
     */
    static LocatedCopy of(
            CopyArguments arguments, DriverMemory source, DriverMemory destination, CopyKind declared, int function) {
        int from = source.device();
        int to = destination.device();
        if (from == HOST && to == HOST && (declared != CopyKind.UNKNOWN || arguments.ofCudaArray())) {
            // The driver knows neither side. The library will reject them, or knows better. A CUDA array
            // is a device's, but has no address.
            return new LocatedCopy(arguments, declaredEvent(arguments, declared, function), source, destination, "");
        }
        CopyKind kind;
        if (from == HOST) {
            kind = to == HOST ? CopyKind.HOST_TO_HOST : CopyKind.HOST_TO_DEVICE;
        } else if (to == HOST) {
            kind = CopyKind.DEVICE_TO_HOST;
        } else {
            kind = from == to ? CopyKind.DEVICE_TO_DEVICE : CopyKind.PEER;
        }
        return new LocatedCopy(arguments, event(arguments, kind, from, to, function), source, destination, "");
    }

    /** Returns a copy about which only its arguments and the catalogue are known. */
    static LocatedCopy declared(CopyArguments arguments, CopyKind declared, int function, String failure) {
        return new LocatedCopy(arguments, declaredEvent(arguments, declared, function), null, null, failure);
    }

    private static CopyEvent declaredEvent(CopyArguments arguments, CopyKind declared, int function) {
        CopyKind kind = declared;
        if (kind == CopyKind.UNKNOWN) {
            boolean fromHost = onHost(arguments.source);
            boolean toHost = onHost(arguments.destination);
            if (fromHost) {
                kind = toHost ? CopyKind.HOST_TO_HOST : CopyKind.HOST_TO_DEVICE;
            } else if (toHost) {
                kind = CopyKind.DEVICE_TO_HOST;
            }
        }
        return event(arguments, kind, arguments.source.device, arguments.destination.device, function);
    }

    private static boolean onHost(Side side) {
        return side.onHost || side.address == 0 && !side.cudaArray;
    }

    private static CopyEvent event(CopyArguments copy, CopyKind kind, int source, int destination, int function) {
        boolean box = copy.rows > 1 || copy.volume();
        Side in = copy.source;
        Side out = copy.destination;
        CopyVolume volume = copy.volume()
                ? new CopyVolume(copy.planes, in.height, out.height, in.x, in.y, in.z, out.x, out.y, out.z)
                : null;
        return new CopyEvent(
                0,
                0,
                0,
                kind,
                kind == CopyKind.PEER ? CopyPath.UNKNOWN : CopyPath.DIRECT,
                source,
                destination,
                volume == null ? in.first() : in.address,
                volume == null ? out.first() : out.address,
                copy.bytes,
                copy.rows,
                box ? in.pitch : 0,
                box ? out.pitch : 0,
                volume,
                copy.stream,
                0,
                0,
                function,
                0,
                CopyCheck.NONE);
    }

    /** Returns this copy on a path between its devices. */
    LocatedCopy on(CopyPath path) {
        return new LocatedCopy(arguments, event.by(path), source, destination, failure);
    }
}
