package dev.rollcall.gpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUpointer_attribute;

/** Asks the driver about addresses, and caches its answers by allocation. Thread-safe. */
final class MemoryLookup {
    private static final int HOST_MEMORY = 1;
    private static final int DEVICE_MEMORY = 2;
    private static final int WRITE_COMBINED = 4;

    /** The bound of the cache, for jobs that keep allocating. */
    private static final int MAX_KNOWN = 4096;

    /** By the driver's id of the allocation, which it never reuses. */
    private final Map<Long, DriverMemory> known = new ConcurrentHashMap<>();

    /** Returns the memory of an address. */
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
            if (known.size() >= MAX_KNOWN) {
                known.clear();
            }
            known.put(id, found);
        }
        return found;
    }

    /** Returns the memory of a direct buffer, which the application may have registered with the driver. */
    CopyMemory ofBuffer(Pointer buffer, HostBytes bytes, long distance) {
        CUdeviceptr pointer = new CUdeviceptr();
        if (!DriverCalls.devicePointer(pointer, buffer)) {
            return new CopyMemory(DriverMemory.UNKNOWN, 0, bytes);
        }
        return new CopyMemory(find(JCudaHandles.of(pointer)), JCudaHandles.of(pointer) + distance, bytes);
    }

    private static DriverMemory find(long address) {
        long type = ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
        if (type != HOST_MEMORY && type != DEVICE_MEMORY) {
            return DriverMemory.UNKNOWN;
        }
        long start = Math.max(0, ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR));
        long size = Math.max(0, ask(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_RANGE_SIZE));
        // Managed memory may have either type.
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
