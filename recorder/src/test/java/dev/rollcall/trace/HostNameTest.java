package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostNameTest {
    @TempDir
    private Path folder;

    @Test
    void prefersTheKernelsName() throws IOException {
        Path kernel = Files.writeString(folder.resolve("hostname"), "node17\n");
        assertEquals("node17", HostName.find(List.of(folder.resolve("missing"), kernel)));
    }

    @Test
    void findsANameWithoutTheKernels() {
        assertFalse(HostName.find(List.of(folder.resolve("missing"))).isEmpty());
    }
}
