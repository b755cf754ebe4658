package dev.rollcall.gpu;

import jcuda.driver.CUdevice;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;

/** The devices that this process sees. Stateless. */
final class Devices {
    private Devices() {}

    /** Returns how many there are. */
    static int count() throws DriverException {
        int[] count = new int[1];
        DriverException.check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
        return count[0];
    }

    /** Returns the UUIDs of all, by ordinal. */
    static byte[][] uuids() throws DriverException {
        byte[][] uuids = new byte[count()][];
        for (int ordinal = 0; ordinal < uuids.length; ordinal++) {
            CUuuid uuid = new CUuuid();
            DriverException.check("cuDeviceGetUuid", JCudaDriver.cuDeviceGetUuid(uuid, get(ordinal)));
            uuids[ordinal] = uuid.bytes == null ? new byte[0] : uuid.bytes;
        }
        return uuids;
    }

    /** Returns a device by its ordinal. */
    static CUdevice get(int ordinal) throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        return device;
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
