package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostNameTest {
    @TempDir
    private Path folder;

    @Test
    void prefersTheKernelsName() throws IOException {
        Path kernel = Files.writeString(folder.resolve("hostname"), "node17\n");
        assertEquals("node17", HostName.find(kernel));
    }

    @Test
    void findsANameWithoutTheKernels() {
        assertFalse(HostName.find(folder.resolve("missing")).isEmpty());
    }
}
