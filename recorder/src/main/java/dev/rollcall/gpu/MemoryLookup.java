package dev.rollcall.gpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUpointer_attribute;

/** Asks the driver what it knows of addresses, and remembers it for each allocation. Thread-safe. */
final class MemoryLookup {
    private static final int HOST_MEMORY = 1;
    private static final int DEVICE_MEMORY = 2;
    private static final int WRITE_COMBINED = 4;

    /** A job that allocates for ever has no more of them at a time. */
    private static final int MOST = 4096;

    /** By an id that the driver never gives a second time. */
    private final Map<Long, DriverMemory> known = new ConcurrentHashMap<>();

    /** Returns what it knows of an address. */
    DriverMemory of(long address) {
        if (address == 0) {
            return DriverMemory.UNKNOWN;
        }
        long id = ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_BUFFER_ID);
        DriverMemory remembered = id > 0 ? known.get(id) : null;
        if (remembered != null && remembered.holds(address, 1)) {
            return remembered;
        }
        DriverMemory found = find(address);
        if (id > 0 && found.size() > 0) {
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(id, found);
        }
        return found;
    }

    /** Returns the memory of a buffer of Java's, which the application may have registered with the driver. */
    CopyMemory ofBuffer(Pointer buffer, HostBytes bytes, long distance) {
        CUdeviceptr mapped = new CUdeviceptr();
        if (!DriverCalls.mapped(mapped, buffer)) {
            return new CopyMemory(DriverMemory.UNKNOWN, 0, bytes);
        }
        return new CopyMemory(find(JCudaHandles.of(mapped)), JCudaHandles.of(mapped) + distance, bytes);
    }

    private static DriverMemory find(long address) {
        long type = ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
        if (type != HOST_MEMORY && type != DEVICE_MEMORY) {
            return DriverMemory.UNKNOWN;
        }
        long start = Math.max(0, ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR));
        long size = Math.max(0, ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_RANGE_SIZE));
        // It may be of either type.
        boolean managed = ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_IS_MANAGED) == 1;
        if (type == DEVICE_MEMORY) {
            int device = (int) ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL);
            long context = Math.max(0, ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_CONTEXT));
            return new DriverMemory(start, size, device, context, 0, false, false, managed);
        }
        long mapped = ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_POINTER);
        boolean pinned = mapped > 0 && !managed;
        boolean slow = (DriverCalls.hostFlags(address) & WRITE_COMBINED) != 0;
        return new DriverMemory(start, size, DriverMemory.HOST, 0, mapped - address, pinned, slow, managed);
    }

    private static long ask(long address, int attribute) {
        return DriverCalls.attribute(address, attribute);
    }
}
