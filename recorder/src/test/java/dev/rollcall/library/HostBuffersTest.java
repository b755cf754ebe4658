package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.library.HostBuffers.HostBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.api.Test;

/** Finds the host memory behind pointers of JCuda and JavaCPP. */
class HostBuffersTest {
    private final HostBuffers buffers = new HostBuffers();

    @Test
    void findsArrays() throws Throwable {
        float[] array = {1, 2, 3, 4};
        HostBuffer found = buffers.of(Pointer.to(array).withByteOffset(8), 8);
        assertSame(array, ((FloatBuffer) found.memory()).array());
        assertEquals(8, found.offset());
        assertFalse(found.addressed());
    }

    @Test
    void findsDirectBuffers() throws Throwable {
        ByteBuffer direct = ByteBuffer.allocateDirect(100).position(40);
        HostBuffer whole = buffers.of(Pointer.to(direct), 60);
        assertSame(direct, whole.memory());
        assertEquals(0, whole.offset());
        assertEquals(40, buffers.of(Pointer.toBuffer(direct), 60).offset());
    }

    @Test
    void findsNoBufferThatBeginsInsideItsArray() throws Throwable {
        assertNull(buffers.of(Pointer.to(ByteBuffer.wrap(new byte[100], 10, 20).slice()), 20));
    }

    @Test
    void makesABufferForMemoryOfJavaCpp() throws Throwable {
        try (FloatPointer floats = new FloatPointer(1, 2, 3, 4, 5)) {
            HostBuffer found = buffers.of(new FloatPointer(floats).position(2), 12);
            ByteBuffer memory = (ByteBuffer) found.memory();
            assertEquals(20, memory.capacity());
            assertEquals(8, found.offset());
            assertEquals(3, memory.order(ByteOrder.nativeOrder()).getFloat(8));
            assertTrue(found.addressed());
            memory.putFloat(16, 7);
            assertEquals(7, floats.get(4));
            assertEquals(
                    4,
                    ((ByteBuffer) buffers.of(floats.getPointer(3), 8).memory())
                            .order(ByteOrder.nativeOrder())
                            .getFloat(0));
        }
    }

    @Test
    void findsNoBufferForOtherMemory() throws Throwable {
        assertNull(buffers.of(null, 8));
        assertNull(buffers.of(0x7000L, 8));
        assertNull(buffers.of(new CUdeviceptr().withByteOffset(0x7000), 8));
        assertNull(buffers.of(new org.bytedeco.javacpp.Pointer(), 8));
        try (FloatPointer floats = new FloatPointer(4)) {
            assertNull(buffers.of(floats, 1L << 31));
        }
    }
}
