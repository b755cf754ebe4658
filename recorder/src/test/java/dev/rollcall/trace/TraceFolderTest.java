package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFolderTest {
    @Test
    void aFolderThatIsNotMadeYetIsOnTheFileSystemOfTheOneAboveIt(@TempDir Path folder) {
        assertEquals(TraceFolder.of(folder), TraceFolder.of(folder.resolve("rollcall/job-7")));
    }

    @Test
    void tellsFileSystemsThatStallFromThoseThatEndTheJob() {
        assertTrue(new TraceFolder("nfs4").isOnNetwork());
        assertFalse(new TraceFolder("nfs4").copiesOnWrite());
        assertTrue(new TraceFolder("btrfs").copiesOnWrite());
        assertFalse(new TraceFolder("ext4").isOnNetwork());
        assertFalse(new TraceFolder("").copiesOnWrite());
    }
}
