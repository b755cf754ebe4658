package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jcuda.Pointer;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUDA_MEMCPY3D_PEER;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUmemorytype;
import jcuda.runtime.cudaExtent;
import jcuda.runtime.cudaMemcpy3DPeerParms;
import jcuda.runtime.cudaPitchedPtr;
import jcuda.runtime.cudaPos;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.Test;

/** Reads the arguments of copies out of the objects of JCuda and of JavaCPP. */
class CopyReaderTest {
    private final CopyReader reader = new CopyReader();

    private static CUdeviceptr at(long address) {
        return new CUdeviceptr().withByteOffset(address);
    }

    @Test
    void readsPlainCopies() throws Throwable {
        GivenCopy given = new GivenCopy();
        given.destination = at(0x7000);
        given.source = at(0x1000).withByteOffset(16);
        given.destinationDevice = 3L;
        given.sourceDevice = 2L;
        given.bytes = 100;
        CopyArguments read = reader.read(given);
        assertEquals(0x7000, read.destination.first());
        assertEquals(0x1010, read.source.first());
        assertEquals(3, read.destination.device);
        assertEquals(2, read.source.device);
        assertEquals(100, read.bytes);
        assertEquals(1, read.rows);
        assertEquals(0, read.stream);
        assertFalse(read.volume());
    }

    @Test
    void knowsNoAddressOfWhatJavaHolds() throws Throwable {
        GivenCopy given = new GivenCopy();
        given.destination = at(0x7000);
        given.source = Pointer.to(new float[10]).withByteOffset(8);
        given.bytes = 32;
        assertEquals(0, reader.read(given).source.first());
    }

    @Test
    void readsJavaCppsPointersAndNumbers() throws Throwable {
        try (FloatPointer floats = new FloatPointer(10);
                LongPointer longs = new LongPointer(10)) {
            GivenCopy given = new GivenCopy();
            given.destination = floats.getPointer(3);
            given.source = new LongPointer(longs).position(2);
            given.bytes = 8;
            CopyArguments read = reader.read(given);
            assertEquals(floats.address() + 12, read.destination.first());
            assertEquals(longs.address() + 16, read.source.first());
        }
        GivenCopy numbers = new GivenCopy();
        numbers.destination = 0x5000L;
        numbers.source = 0x6000L;
        numbers.bytes = 8;
        assertEquals(0x5000, reader.read(numbers).destination.first());
        assertEquals(0x6000, reader.read(numbers).source.first());
    }

    @Test
    void readsBoxesOfTheRuntime() throws Throwable {
        cudaMemcpy3DPeerParms box = new cudaMemcpy3DPeerParms();
        box.srcPtr = pitched(0x10_0000, 512, 8);
        box.dstPtr = pitched(0x20_0000, 1024, 16);
        box.srcPos = new cudaPos(4, 5, 6);
        box.extent = new cudaExtent(100, 7, 3);
        box.srcDevice = 1;
        box.dstDevice = 4;
        GivenCopy given = new GivenCopy();
        given.options = box;
        CopyArguments read = reader.read(given);
        assertEquals(0x10_0000 + 4 + 512 * (5 + 8 * 6), read.source.first());
        assertEquals(0x20_0000, read.destination.first());
        assertEquals(1024, read.destination.pitch);
        assertEquals(1, read.source.device);
        assertEquals(4, read.destination.device);
        assertEquals(100, read.bytes);
        assertEquals(7, read.rows);
        assertEquals(3, read.planes);
        assertTrue(read.volume());
    }

    private static cudaPitchedPtr pitched(long address, long pitch, long rows) {
        cudaPitchedPtr pitched = new cudaPitchedPtr();
        pitched.ptr = at(address);
        pitched.pitch = pitch;
        pitched.ysize = rows;
        return pitched;
    }

    @Test
    void readsBoxesOfTheDriver() throws Throwable {
        CUDA_MEMCPY2D plane = new CUDA_MEMCPY2D();
        plane.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        plane.srcDevice = at(0x1000);
        plane.srcPitch = 64;
        plane.srcXInBytes = 8;
        plane.srcY = 2;
        plane.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
        plane.dstHost = Pointer.to(new byte[100]);
        plane.WidthInBytes = 40;
        plane.Height = 9;
        GivenCopy given = new GivenCopy();
        given.options = plane;
        CopyArguments read = reader.read(given);
        assertEquals(0x1000 + 8 + 2 * 64, read.source.first());
        assertTrue(read.destination.onHost);
        assertEquals(40, read.bytes);
        assertEquals(9, read.rows);

        CUDA_MEMCPY3D_PEER box = new CUDA_MEMCPY3D_PEER();
        box.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        box.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_ARRAY;
        box.srcDevice = at(0x1000);
        box.Depth = 2;
        given.options = box;
        assertTrue(reader.read(given).destination.array);
        assertTrue(reader.read(given).volume());
    }
}
