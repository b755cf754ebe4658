package dev.rollcall.library;

import dev.rollcall.library.CopyArguments.Side;

/**
 * Reads the arguments of copies of CUDA's runtime and driver API, through any Java binding that {@link NativeAddresses} and
 * {@link StructFields} know. Thread-safe.
 */
public final class CopyReader {
    /** CUDA's cudaMemcpyHostToDevice and cudaMemcpyDeviceToHost. */
    private static final int FROM_HOST = 1;

    private static final int TO_HOST = 2;

    /** The driver's CU_MEMORYTYPE_HOST and CU_MEMORYTYPE_ARRAY. */
    private static final int HOST_MEMORY = 1;

    private static final int ARRAY_MEMORY = 3;

    private final NativeAddresses addresses = new NativeAddresses();
    private final StructFields members = new StructFields();

    /**
     * Resolves the arguments in a copy.
     *
     * @throws Throwable what the objects throw, as for a null structure; such a copy fails by itself
     */
    public void read(CopyArguments copy) throws Throwable {
        copy.stream = addresses.of(copy.streamArgument);
        if (copy.options == null) {
            readPlain(copy);
        } else if (members.has(copy.options, "extent")) {
            readRuntimeBox(copy.options, copy);
        } else {
            readDriverBox(copy.options, copy);
        }
    }

    private void readPlain(CopyArguments copy) throws Throwable {
        copy.rows = Math.max(1, copy.rows);
        readPlainSide(copy.destination);
        readPlainSide(copy.source);
        copy.source.onHost = copy.direction == FROM_HOST;
        copy.destination.onHost = copy.direction == TO_HOST;
    }

    private void readPlainSide(Side side) throws Throwable {
        side.address = addresses.of(side.given);
        side.pitch = Math.max(0, side.pitch);
        // A context is not an ordinal.
        side.device = side.deviceArgument instanceof Number ordinal ? ordinal.intValue() : CopyArguments.UNKNOWN_DEVICE;
    }

    private void place(Object given, Side side) throws Throwable {
        side.given = given;
        side.address = addresses.of(given);
    }

    /** Reads cudaMemcpy3DParms or cudaMemcpy3DPeerParms. */
    private void readRuntimeBox(Object box, CopyArguments copy) throws Throwable {
        Object extent = members.object(box, "extent");
        copy.bytes = members.number(extent, "width");
        copy.rows = members.number(extent, "height");
        copy.planes = members.number(extent, "depth");
        readRuntimeSide(box, "src", copy.source);
        readRuntimeSide(box, "dst", copy.destination);
        if (members.has(box, "kind")) {
            long direction = members.number(box, "kind");
            copy.source.onHost = direction == FROM_HOST;
            copy.destination.onHost = direction == TO_HOST;
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
    private void readDriverBox(Object box, CopyArguments copy) throws Throwable {
        boolean deep = members.has(box, "Depth");
        copy.bytes = members.number(box, "WidthInBytes");
        copy.rows = members.number(box, "Height");
        copy.planes = deep ? members.number(box, "Depth") : 1;
        readDriverSide(box, "src", deep, copy.source);
        readDriverSide(box, "dst", deep, copy.destination);
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
