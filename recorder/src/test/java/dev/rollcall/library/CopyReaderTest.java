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
import jcuda.runtime.cudaMemcpy3DParms;
import jcuda.runtime.cudaMemcpy3DPeerParms;
import jcuda.runtime.cudaPitchedPtr;
import jcuda.runtime.cudaPos;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads the arguments of copies from objects of JCuda and JavaCPP. */
class CopyReaderTest {
    private final CopyReader reader = new CopyReader();

    private static CUdeviceptr at(long address) {
        return new CUdeviceptr().withByteOffset(address);
    }

    /** Returns the arguments of a plain copy, as the hook fills them in. */
    private static CopyArguments copy(Object destination, Object source, long bytes) {
        CopyArguments copy = new CopyArguments();
        copy.destination.given = destination;
        copy.source.given = source;
        copy.bytes = bytes;
        copy.rows = -1;
        copy.destination.pitch = -1;
        copy.source.pitch = -1;
        return copy;
    }

    @Test
    void readsPlainCopies() throws Throwable {
        CopyArguments read = copy(at(0x7000), at(0x1000).withByteOffset(16), 100);
        read.destination.deviceArgument = 3L;
        read.source.deviceArgument = 2L;
        reader.read(read);
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
    void readsNoRowsOfACopyWithoutHeight() throws Throwable {
        CopyArguments read = copy(at(0x7000), at(0x1000), 100);
        read.rows = 0;
        read.destination.pitch = 128;
        read.source.pitch = 256;
        reader.read(read);
        assertEquals(0, read.rows);
        assertEquals(128, read.destination.pitch);
        assertEquals(256, read.source.pitch);
    }

    @Test
    void readsNoAddressForMemoryOfTheJavaHeap() throws Throwable {
        CopyArguments read = copy(at(0x7000), Pointer.to(new float[10]).withByteOffset(8), 32);
        reader.read(read);
        assertEquals(0, read.source.first());
    }

    @Test
    void readsPointersOfJavaCppAndNumbers() throws Throwable {
        try (FloatPointer floats = new FloatPointer(10);
                LongPointer longs = new LongPointer(10)) {
            CopyArguments read = copy(floats.getPointer(3), new LongPointer(longs).position(2), 8);
            reader.read(read);
            assertEquals(floats.address() + 12, read.destination.first());
            assertEquals(longs.address() + 16, read.source.first());
        }
        CopyArguments numbers = copy(0x5000L, 0x6000L, 8);
        reader.read(numbers);
        assertEquals(0x5000, numbers.destination.first());
        assertEquals(0x6000, numbers.source.first());
    }

    @ParameterizedTest
    @CsvSource({
        "-1, false, false",
        "0, true, true",
        "1, true, false",
        "2, false, true",
        "3, false, false",
        "4, false, false"
    })
    void knowsTheHostsSidesFromTheDirection(long direction, boolean source, boolean destination) throws Throwable {
        CopyArguments plain = copy(at(0x7000), at(0x1000), 100);
        plain.direction = direction;
        reader.read(plain);
        assertEquals(source, plain.source.onHost);
        assertEquals(destination, plain.destination.onHost);

        cudaMemcpy3DParms params = new cudaMemcpy3DParms();
        params.srcPtr = pitched(0x10_0000, 512, 8);
        params.dstPtr = pitched(0x20_0000, 1024, 16);
        params.extent = new cudaExtent(100, 7, 3);
        params.kind = (int) direction;
        CopyArguments deep = new CopyArguments();
        deep.options = params;
        reader.read(deep);
        assertEquals(source, deep.source.onHost);
        assertEquals(destination, deep.destination.onHost);
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
        CopyArguments read = new CopyArguments();
        read.options = box;
        reader.read(read);
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
        CopyArguments read = new CopyArguments();
        read.options = plane;
        reader.read(read);
        assertEquals(0x1000 + 8 + 2 * 64, read.source.first());
        assertTrue(read.destination.onHost);
        assertEquals(40, read.bytes);
        assertEquals(9, read.rows);

        CUDA_MEMCPY3D_PEER box = new CUDA_MEMCPY3D_PEER();
        box.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
        box.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_ARRAY;
        box.srcDevice = at(0x1000);
        box.Depth = 2;
        CopyArguments volume = new CopyArguments();
        volume.options = box;
        reader.read(volume);
        assertTrue(volume.destination.cudaArray);
        assertTrue(volume.volume());
    }
}
