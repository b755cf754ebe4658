package dev.rollcall.gpu;

import java.util.concurrent.atomic.AtomicLongArray;
import jcuda.driver.CUpointer_attribute;

/**
 * Tells whether the memory of an address can be reached from a device. Memory of another device can be with peer access, which
 * the driver says for each allocation; then there is nothing wrong. Asks the driver only, and changes nothing. Thread-safe.
 */
public final class PointerChecks {
    /** The addresses that are remembered, a power of two. */
    private static final int REMEMBERED = 1024;

    private static final int DEVICE_SHIFT = 57;

    private final GpuContextRegistry contexts = GpuContextRegistry.ofProcess();
    private final MemoryLookup lookup = new MemoryLookup();

    /** Addresses that a device was found to reach, with the device in the upper bits: a job uses the same ones again. */
    private final AtomicLongArray fine = new AtomicLongArray(REMEMBERED);

    private PointerChecks() {}

    /**
     * Opens the driver.
     *
     * @throws DriverException if the driver returns an error or is not supported
     * @throws LinkageError without JCuda's classes or native libraries
     */
    public static PointerChecks open() throws DriverException {
        Devices.open();
        return new PointerChecks();
    }

    /** Returns the UUIDs of the devices that this process sees, by ordinal, 16 bytes each. */
    public byte[][] devices() throws DriverException {
        return Devices.uuids();
    }

    /** Returns the ordinal of the current context's device; -1 without a current context. */
    public int currentDevice() throws DriverException {
        GpuContext current = contexts.current();
        return current == null ? -1 : current.device();
    }

    /** Returns the ordinal of a stream's device; -1 where unknown, and for a default stream, which each device has. */
    public int deviceOf(long stream) throws DriverException {
        GpuContext context = GpuContextRegistry.isDefault(stream) ? null : contexts.ofEvents(stream, -1);
        return context == null ? -1 : context.device();
    }

    /**
     * Returns the ordinal of the device whose memory an address is, if that is another device and the memory does not migrate;
     * otherwise -1, also where the driver does not know the address.
     */
    public int elsewhere(long address, int device) {
        int slot = (int) (address >>> 4 ^ address >>> 20) & REMEMBERED - 1;
        long entry = address ^ (long) device << DEVICE_SHIFT;
        if (address == 0 || fine.getPlain(slot) == entry) {
            return -1;
        }
        DriverMemory memory = lookup.of(address);
        if (memory.onDevice() && !memory.managed() && memory.device() != device) {
            return memory.device();
        }
        fine.setPlain(slot, entry);
        return -1;
    }

    /** Returns whether the current context can reach an address in the memory of another device. */
    public boolean reachable(long address) {
        return DriverCalls.attribute(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_POINTER) >= 0;
    }

    /** Returns whether a device's primary context can reach an address; true where the device has none. */
    public boolean reachable(long address, int device) throws DriverException {
        GpuContext context = contexts.ofEvents(0, device);
        if (context == null) {
            return true;
        }
        boolean entered = context.enter();
        try {
            return reachable(address);
        } finally {
            context.leave(entered);
        }
    }

    /** Forgets what was found: memory may have been freed since, and its address given to another device. */
    public void forget() {
        for (int i = 0; i < REMEMBERED; i++) {
            fine.setPlain(i, 0);
        }
    }
}
