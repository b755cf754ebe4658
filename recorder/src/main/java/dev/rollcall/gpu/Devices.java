package dev.rollcall.gpu;

import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;

/** The devices that this process sees. Stateless. */
final class Devices {
    /** CUDA 11.4, as the driver writes it. Functions that an older one lacks would end the process, not throw. */
    private static final int OLDEST = 11_040;

    /** CUDA 12. */
    private static final int CONTEXT_IDS = 12_000;

    private Devices() {}

    /**
     * Makes the driver ready.
     *
     * @throws DriverException if it has no device, or is too old for the kernel or for what is asked of it here
     */
    static void open() throws DriverException {
        DriverException.check("cuInit", JCudaDriver.cuInit(0));
        int version = version();
        if (version < OLDEST) {
            throw new DriverException("the CUDA driver is of CUDA " + version / 1000 + "." + version % 1000 / 10
                    + ", and at least 11.4 is needed");
        }
    }

    /** Returns whether the driver tells contexts apart that had the same handle one after the other. */
    static boolean tellsContexts() throws DriverException {
        return version() >= CONTEXT_IDS;
    }

    private static int version() throws DriverException {
        int[] version = new int[1];
        DriverException.check("cuDriverGetVersion", JCudaDriver.cuDriverGetVersion(version));
        return version[0];
    }

    /** Returns how many there are. */
    static int count() throws DriverException {
        int[] count = new int[1];
        DriverException.check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
        return count[0];
    }

    /** Returns the UUIDs of all, by ordinal; of a part of a GPU, its own. */
    static byte[][] uuids() throws DriverException {
        // The driver's function of this name, the one that JCuda knows, tells of a part the UUID of the whole GPU.
        MigDevices parts = MigDevices.parse(System.getenv("CUDA_VISIBLE_DEVICES"));
        byte[][] uuids = new byte[count()][];
        for (int ordinal = 0; ordinal < uuids.length; ordinal++) {
            CUuuid uuid = new CUuuid();
            DriverException.check("cuDeviceGetUuid", JCudaDriver.cuDeviceGetUuid(uuid, get(ordinal)));
            uuids[ordinal] = parts.uuid(ordinal).orElse(uuid.bytes == null ? new byte[0] : uuid.bytes);
        }
        return uuids;
    }

    /** Returns a device by its ordinal. */
    static CUdevice get(int ordinal) throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        return device;
    }

    /** Returns how many multiprocessors the device of the current context has. */
    static int multiprocessors() throws DriverException {
        return attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    }

    /**
     * Returns whether the device of the current context reads all of the host's memory by the host's page tables. It need not copy
     * such memory before the copying method returns, as others do.
     */
    static boolean readsPages() throws DriverException {
        return attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES) != 0;
    }

    private static int attribute(int attribute) throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuCtxGetDevice", JCudaDriver.cuCtxGetDevice(device));
        int[] value = new int[1];
        DriverException.check("cuDeviceGetAttribute", JCudaDriver.cuDeviceGetAttribute(value, attribute, device));
        return value[0];
    }

    /** Returns whether one device can read another's memory without the host. */
    static boolean reach(int from, int to) throws DriverException {
        if (from == to) {
            return true;
        }
        int[] can = new int[1];
        int result = JCudaDriver.cuDeviceCanAccessPeer(can, get(from), get(to));
        DriverException.check("cuDeviceCanAccessPeer", result);
        return can[0] != 0;
    }
}
