package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class MigDevicesTest {
    private static String hex(MigDevices devices, int ordinal) {
        return devices.uuid(ordinal).map(HexFormat.of()::formatHex).orElse("");
    }

    @Test
    void readsTheUuidOfEachMigDevice() {
        MigDevices devices =
                MigDevices.parse("MIG-c7384736-a75d-5afc-978f-d2f1294409fd, MIG-00000000-0000-0000-0000-0000000000fF");
        assertEquals("c7384736a75d5afc978fd2f1294409fd", hex(devices, 0));
        assertEquals("000000000000000000000000000000ff", hex(devices, 1));
        assertEquals("", hex(devices, 2));
    }

    @Test
    void distinguishesMigDevicesNamedByTheirGpu() {
        MigDevices devices = MigDevices.parse("MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/1/0,"
                + "MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/2/0");
        assertEquals(32, hex(devices, 0).length());
        assertFalse(hex(devices, 0).equals(hex(devices, 1)));
        assertArrayEquals(
                MigDevices.parse("MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/2/0")
                        .uuid(0)
                        .orElseThrow(),
                devices.uuid(1).orElseThrow());
    }

    @Test
    void givesNoUuidForWholeGpus() {
        for (String visible : new String[] {null, "", "0,1", "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"}) {
            assertEquals("", hex(MigDevices.parse(visible), 0), visible);
        }
        assertEquals("", hex(MigDevices.parse("0,MIG-c7384736-a75d-5afc-978f-d2f1294409fd"), 0));
    }
}
