package dev.rollcall.library;

import dev.rollcall.library.CopyArguments.Side;

/**
 * Reads what a copy of CUDA's runtime or driver API was given, through any Java binding that {@link NativeAddresses} and
 * {@link StructFields} know. Thread-safe.
 */
public final class CopyReader {
    /** What CUDA's runtime numbers 1 (to the device) and 2 (to the host). */
    private static final int FROM_HOST = 1;

    private static final int TO_HOST = 2;

    /** What the driver calls CU_MEMORYTYPE_HOST and CU_MEMORYTYPE_ARRAY. */
    private static final int HOST_MEMORY = 1;

    private static final int ARRAY_MEMORY = 3;

    private final NativeAddresses addresses = new NativeAddresses();
    private final StructFields members = new StructFields();

    /**
     * Reads the arguments.
     *
     * @throws Throwable what the objects throw, such as of a null structure; such a copy fails by itself
     */
    public CopyArguments read(GivenCopy given) throws Throwable {
        CopyArguments into = new CopyArguments();
        into.stream = addresses.of(given.stream);
        if (given.options == null) {
            readPlain(given, into);
        } else if (members.has(given.options, "extent")) {
            readRuntimeBox(given.options, into);
        } else {
            readDriverBox(given.options, into);
        }
        return into;
    }

    private void readPlain(GivenCopy given, CopyArguments into) throws Throwable {
        into.bytes = given.bytes;
        into.rows = Math.max(1, given.rows);
        place(given.destination, into.destination);
        place(given.source, into.source);
        into.destination.pitch = Math.max(0, given.destinationPitch);
        into.source.pitch = Math.max(0, given.sourcePitch);
        into.destination.device = device(given.destinationDevice);
        into.source.device = device(given.sourceDevice);
        into.source.onHost = given.direction == FROM_HOST;
        into.destination.onHost = given.direction == TO_HOST;
    }

    private void place(Object given, Side side) throws Throwable {
        side.given = given;
        side.address = addresses.of(given);
    }

    /** Returns an ordinal; a context is not one. */
    private static int device(Object given) {
        return given instanceof Number number ? number.intValue() : CopyArguments.UNTOLD;
    }

    /** Reads cudaMemcpy3DParms or cudaMemcpy3DPeerParms. */
    private void readRuntimeBox(Object box, CopyArguments into) throws Throwable {
        Object extent = members.object(box, "extent");
        into.bytes = members.number(extent, "width");
        into.rows = members.number(extent, "height");
        into.planes = members.number(extent, "depth");
        readRuntimeSide(box, "src", into.source);
        readRuntimeSide(box, "dst", into.destination);
        if (members.has(box, "kind")) {
            long direction = members.number(box, "kind");
            into.source.onHost = direction == FROM_HOST;
            into.destination.onHost = direction == TO_HOST;
        }
    }

    private void readRuntimeSide(Object box, String prefix, Side side) throws Throwable {
        Object pitched = members.object(box, prefix + "Ptr");
        Object position = members.object(box, prefix + "Pos");
        side.array = addresses.of(members.object(box, prefix + "Array")) != 0;
        if (pitched != null && !side.array) {
            place(members.object(pitched, "ptr"), side);
            side.pitch = members.number(pitched, "pitch");
            side.height = members.number(pitched, "ysize");
        }
        side.x = members.number(position, "x");
        side.y = members.number(position, "y");
        side.z = members.number(position, "z");
        if (members.has(box, prefix + "Device")) {
            side.device = (int) members.number(box, prefix + "Device");
        }
    }

    /** Reads CUDA_MEMCPY2D, CUDA_MEMCPY3D or CUDA_MEMCPY3D_PEER. */
    private void readDriverBox(Object box, CopyArguments into) throws Throwable {
        boolean deep = members.has(box, "Depth");
        into.bytes = members.number(box, "WidthInBytes");
        into.rows = members.number(box, "Height");
        into.planes = deep ? members.number(box, "Depth") : 1;
        readDriverSide(box, "src", deep, into.source);
        readDriverSide(box, "dst", deep, into.destination);
    }

    private void readDriverSide(Object box, String prefix, boolean deep, Side side) throws Throwable {
        long memory = members.number(box, prefix + "MemoryType");
        side.array = memory == ARRAY_MEMORY;
        side.onHost = memory == HOST_MEMORY;
        place(members.object(box, prefix + (side.onHost ? "Host" : "Device")), side);
        side.pitch = members.number(box, prefix + "Pitch");
        side.x = members.number(box, prefix + "XInBytes");
        side.y = members.number(box, prefix + "Y");
        if (deep) {
            side.height = members.number(box, prefix + "Height");
            side.z = members.number(box, prefix + "Z");
        }
    }
}
