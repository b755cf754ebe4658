package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.DriverMemory;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.trace.CopyKind;
import org.junit.jupiter.api.Test;

/** The kinds of copies, from what the arguments, the catalogue and the driver know. */
class LocatedCopyTest {
    private static final DriverMemory UNKNOWN = new DriverMemory(0, 0, -1, 0, 0, false, false, false);

    private static LocatedCopy located(CopyArguments arguments) {
        return LocatedCopy.of(arguments, UNKNOWN, UNKNOWN, CopyKind.UNKNOWN, 0);
    }

    @Test
    void findsACudaArrayOnADeviceAlthoughTheDriverKnowsNoAddressOfIt() {
        CopyArguments upload = new CopyArguments();
        upload.source.onHost = true;
        upload.destination.cudaArray = true;
        assertTrue(upload.ofCudaArray());
        assertEquals(CopyKind.HOST_TO_DEVICE, located(upload).event().kind());

        CopyArguments download = new CopyArguments();
        download.source.cudaArray = true;
        download.destination.onHost = true;
        assertEquals(CopyKind.DEVICE_TO_HOST, located(download).event().kind());
    }

    @Test
    void takesMemoryThatTheDriverDoesNotKnowForTheHosts() {
        CopyArguments within = new CopyArguments();
        within.source.address = 0x1000;
        within.destination.address = 0x2000;
        assertEquals(CopyKind.HOST_TO_HOST, located(within).event().kind());
    }
}
