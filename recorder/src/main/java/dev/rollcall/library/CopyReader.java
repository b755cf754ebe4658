package dev.rollcall.library;

import dev.rollcall.library.CopyArguments.Side;

/**
 * Reads the arguments of copies of CUDA's runtime and driver API, through any Java binding that {@link NativeAddresses} and
 * {@link StructFields} know. Thread-safe.
 */
public final class CopyReader {
    /** CUDA's cudaMemcpyHostToHost, cudaMemcpyHostToDevice and cudaMemcpyDeviceToHost. */
    private static final int WITHIN_HOST = 0;

    private static final int FROM_HOST = 1;

    private static final int TO_HOST = 2;

    /** The driver's CU_MEMORYTYPE_HOST and CU_MEMORYTYPE_ARRAY. */
    private static final int HOST_MEMORY = 1;

    private static final int ARRAY_MEMORY = 3;

    private final NativeAddresses addresses = new NativeAddresses();
    private final StructFields fields = new StructFields();

    /**
     * Resolves the arguments in a copy.
     *
     * @throws Throwable if an object cannot be read, such as a null structure; the library will reject that copy, too
     */
    public void read(CopyArguments copy) throws Throwable {
        copy.stream = addresses.of(copy.streamArgument);
        if (copy.options == null) {
            readPlain(copy);
        } else if (fields.has(copy.options, "extent")) {
            readRuntimeParams(copy.options, copy);
        } else {
            readDriverParams(copy.options, copy);
        }
    }

    private void readPlain(CopyArguments copy) throws Throwable {
        // Without an argument for them a copy is of one row; with 0 rows it copies nothing.
        copy.rows = copy.rows < 0 ? 1 : copy.rows;
        readPlainSide(copy.destination);
        readPlainSide(copy.source);
        direction(copy, copy.direction);
    }

    private static void direction(CopyArguments copy, long direction) {
        copy.source.onHost = direction == FROM_HOST || direction == WITHIN_HOST;
        copy.destination.onHost = direction == TO_HOST || direction == WITHIN_HOST;
    }

    private void readPlainSide(Side side) throws Throwable {
        pointTo(side.given, side);
        side.pitch = Math.max(0, side.pitch);
        // cuMemcpyPeer gives a CUcontext, an object; only a number is a device's ordinal.
        side.device = side.deviceArgument instanceof Number ordinal ? ordinal.intValue() : CopyArguments.UNKNOWN_DEVICE;
    }

    private void pointTo(Object given, Side side) throws Throwable {
        side.given = given;
        side.address = addresses.of(given);
    }

    /** Reads cudaMemcpy3DParms or cudaMemcpy3DPeerParms. */
    private void readRuntimeParams(Object params, CopyArguments copy) throws Throwable {
        Object extent = fields.object(params, "extent");
        copy.bytes = fields.number(extent, "width");
        copy.rows = fields.number(extent, "height");
        copy.planes = fields.number(extent, "depth");
        readRuntimeSide(params, "src", copy.source);
        readRuntimeSide(params, "dst", copy.destination);
        if (fields.has(params, "kind")) {
            direction(copy, fields.number(params, "kind"));
        }
    }

    private void readRuntimeSide(Object params, String prefix, Side side) throws Throwable {
        Object pitched = fields.object(params, prefix + "Ptr");
        Object position = fields.object(params, prefix + "Pos");
        side.cudaArray = addresses.of(fields.object(params, prefix + "Array")) != 0;
        if (pitched != null && !side.cudaArray) {
            pointTo(fields.object(pitched, "ptr"), side);
            side.pitch = fields.number(pitched, "pitch");
            side.height = fields.number(pitched, "ysize");
        }
        side.x = fields.number(position, "x");
        side.y = fields.number(position, "y");
        side.z = fields.number(position, "z");
        if (fields.has(params, prefix + "Device")) {
            side.device = (int) fields.number(params, prefix + "Device");
        }
    }

    /** Reads CUDA_MEMCPY2D, CUDA_MEMCPY3D or CUDA_MEMCPY3D_PEER. */
    private void readDriverParams(Object params, CopyArguments copy) throws Throwable {
        boolean deep = fields.has(params, "Depth");
        copy.bytes = fields.number(params, "WidthInBytes");
        copy.rows = fields.number(params, "Height");
        copy.planes = deep ? fields.number(params, "Depth") : 1;
        readDriverSide(params, "src", deep, copy.source);
        readDriverSide(params, "dst", deep, copy.destination);
    }

    private void readDriverSide(Object params, String prefix, boolean deep, Side side) throws Throwable {
        long memory = fields.number(params, prefix + "MemoryType");
        side.cudaArray = memory == ARRAY_MEMORY;
        side.onHost = memory == HOST_MEMORY;
        pointTo(fields.object(params, prefix + (side.onHost ? "Host" : "Device")), side);
        side.pitch = fields.number(params, prefix + "Pitch");
        side.x = fields.number(params, prefix + "XInBytes");
        side.y = fields.number(params, prefix + "Y");
        if (deep) {
            side.height = fields.number(params, prefix + "Height");
            side.z = fields.number(params, prefix + "Z");
        }
    }
}
