package dev.rollcall.gpu;

import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;

/** The devices that this process sees. Stateless. */
final class Devices {
    /** CUDA 11.4, in the driver's form. A call of a function that an older driver lacks would end the process. */
    private static final int OLDEST = 11_040;

    /** CUDA 12, which gives contexts ids. */
    private static final int CONTEXT_IDS = 12_000;

    private Devices() {}

    /**
     * Initializes the driver.
     *
     * @throws DriverException if it has no device, or is too old for the kernel or for the calls of this package
     */
    static void open() throws DriverException {
        DriverLibrary.unpack();
        DriverException.check("cuInit", JCudaDriver.cuInit(0));
        int version = version();
        if (version < OLDEST) {
            throw new DriverException("the CUDA driver supports CUDA " + version / 1000 + "." + version % 1000 / 10
                    + ", and Rollcall needs at least 11.4");
        }
    }

    /** Returns whether the driver gives contexts ids, by which those that reuse a handle differ. */
    static boolean hasContextIds() throws DriverException {
        return version() >= CONTEXT_IDS;
    }

    private static int version() throws DriverException {
        int[] version = new int[1];
        DriverException.check("cuDriverGetVersion", JCudaDriver.cuDriverGetVersion(version));
        return version[0];
    }

    /** Returns the number of devices. */
    static int count() throws DriverException {
        int[] count = new int[1];
        DriverException.check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
        return count[0];
    }

    /** Returns the UUIDs of all devices by ordinal, 16 bytes each; those of MIG devices are their own. */
    static byte[][] uuids() throws DriverException {
        // For a MIG device, cuDeviceGetUuid gives the UUID of the whole GPU; JCuda lacks its second version, which
        // does not.
        MigDevices migDevices = MigDevices.parse(System.getenv("CUDA_VISIBLE_DEVICES"));
        byte[][] uuids = new byte[count()][];
        for (int ordinal = 0; ordinal < uuids.length; ordinal++) {
            CUuuid uuid = new CUuuid();
            DriverException.check("cuDeviceGetUuid", JCudaDriver.cuDeviceGetUuid(uuid, get(ordinal)));
            uuids[ordinal] = migDevices.uuid(ordinal).orElse(uuid.bytes == null ? new byte[0] : uuid.bytes);
        }
        return uuids;
    }

    /** Returns a device by its ordinal. */
    static CUdevice get(int ordinal) throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        return device;
    }

    /** Returns the number of multiprocessors of the current context's device. */
    static int multiprocessors() throws DriverException {
        return attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    }

    /**
     * Returns whether the current context's device reads pageable memory of the host through the host's page tables. Unlike
     * others, it may then copy such memory after the copying method has returned.
     */
    static boolean readsPageableMemory() throws DriverException {
        return attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES) != 0;
    }

    /** Returns the ordinal of the current context's device. */
    static int current() throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuCtxGetDevice", JCudaDriver.cuCtxGetDevice(device));
        // A device's handle is its ordinal.
        return (int) JCudaHandles.of(device);
    }

    private static int attribute(int attribute) throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuCtxGetDevice", JCudaDriver.cuCtxGetDevice(device));
        int[] value = new int[1];
        DriverException.check("cuDeviceGetAttribute", JCudaDriver.cuDeviceGetAttribute(value, attribute, device));
        return value[0];
    }

    /** Returns whether one device can read another's memory directly. */
    static boolean canAccess(int from, int to) throws DriverException {
        if (from == to) {
            return true;
        }
        int[] can = new int[1];
        int result = JCudaDriver.cuDeviceCanAccessPeer(can, get(from), get(to));
        DriverException.check("cuDeviceCanAccessPeer", result);
        return can[0] != 0;
    }
}
