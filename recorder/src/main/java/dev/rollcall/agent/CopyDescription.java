package dev.rollcall.agent;

import dev.rollcall.library.CopyArguments;
import dev.rollcall.library.CopyArguments.Side;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVolume;

/** Makes what is recorded of a copy from its arguments. Stateless. */
final class CopyDescription {
    /** The device of the host's memory, and of memory whose device nobody tells. */
    private static final int HOST = -1;

    private CopyDescription() {}

    /** Returns a copy between memories as the driver knows them; a device is -1 for the host. */
    static CopyEvent located(CopyArguments arguments, int source, int destination, String operation, int function) {
        CopyKind told = TraceVocabulary.copyKind(operation);
        if (source == HOST && destination == HOST && told != CopyKind.UNKNOWN) {
            // The driver knows neither; the library may complain about that, or know better.
            return declared(arguments, operation, function);
        }
        CopyKind kind;
        if (source == HOST) {
            kind = destination == HOST ? CopyKind.HOST_TO_HOST : CopyKind.HOST_TO_DEVICE;
        } else if (destination == HOST) {
            kind = CopyKind.DEVICE_TO_HOST;
        } else {
            kind = source == destination ? CopyKind.DEVICE_TO_DEVICE : CopyKind.PEER;
        }
        return event(arguments, kind, source, destination, function);
    }

    /** Returns a copy of which only its arguments and the catalogue tell. */
    static CopyEvent declared(CopyArguments arguments, String operation, int function) {
        CopyKind kind = TraceVocabulary.copyKind(operation);
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
        return side.onHost || side.address == 0 && !side.array;
    }

    private static CopyEvent event(CopyArguments from, CopyKind kind, int source, int destination, int function) {
        boolean box = from.rows > 1 || from.volume();
        Side in = from.source;
        Side out = from.destination;
        CopyVolume volume = from.volume()
                ? new CopyVolume(from.planes, in.height, out.height, in.x, in.y, in.z, out.x, out.y, out.z)
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
                from.bytes,
                from.rows,
                box ? in.pitch : 0,
                box ? out.pitch : 0,
                volume,
                from.stream,
                0,
                0,
                function,
                0,
                CopyCheck.NONE);
    }
}
