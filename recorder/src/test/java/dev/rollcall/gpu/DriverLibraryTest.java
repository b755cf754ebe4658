package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverLibraryTest {
    private static final byte[] WHOLE = new byte[100_000];

    @TempDir
    private Path folder;

    private URL library;
    private Path file;

    @BeforeEach
    void makeLibrary() throws IOException {
        library = Files.write(folder.resolve("library"), WHOLE).toUri().toURL();
        file = Files.createDirectory(folder.resolve("temporary")).resolve("libJCudaDriver.so");
    }

    @Test
    void putsTheLibraryWhereThereIsNone() throws IOException {
        DriverLibrary.unpack(library, file);
        assertWhole();
    }

    @Test
    void replacesAHalfWrittenOne() throws IOException {
        Files.write(file, new byte[4096]);
        DriverLibrary.unpack(library, file);
        assertWhole();
    }

    @Test
    void leavesAWholeOneAlone() throws IOException {
        FileTime old = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(Files.write(file, WHOLE), old);
        DriverLibrary.unpack(library, file);
        assertEquals(old, Files.getLastModifiedTime(file));
        assertWhole();
    }

    @Test
    void leavesNothingBehindWhereItCannotReplaceTheFile() throws IOException {
        Files.createDirectories(file.resolve("in the way"));
        assertThrows(IOException.class, () -> DriverLibrary.unpack(library, file));
        assertAlone();
    }

    @Test
    void saysWhereTheFolderCannotBeWritten() {
        assertThrows(
                IOException.class, () -> DriverLibrary.unpack(library, folder.resolve("absent/libJCudaDriver.so")));
    }

    @Test
    void isReadableForThoseWhoMayReadOtherNewFiles() throws IOException {
        DriverLibrary.unpack(library, file);
        assertEquals(
                Files.getPosixFilePermissions(Files.createFile(folder.resolve("other"))),
                Files.getPosixFilePermissions(file));
    }

    @Test
    void showsOnlyWholeLibrariesWhileSeveralPutIt() throws Exception {
        ExecutorService several = Executors.newFixedThreadPool(4);
        try {
            List<Future<Object>> all = several.invokeAll(IntStream.range(0, 40)
                    .<Callable<Object>>mapToObj(each -> () -> {
                        DriverLibrary.unpack(library, file);
                        assertWhole();
                        return null;
                    })
                    .toList());
            for (Future<Object> each : all) {
                each.get();
            }
        } finally {
            several.shutdown();
        }
        assertAlone();
    }

    private void assertWhole() throws IOException {
        assertArrayEquals(WHOLE, Files.readAllBytes(file));
    }

    private void assertAlone() throws IOException {
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertEquals(List.of(file), files.toList());
        }
    }
}
