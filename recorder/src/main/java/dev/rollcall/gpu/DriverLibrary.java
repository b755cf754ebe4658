package dev.rollcall.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import jcuda.JCudaVersion;
import jcuda.LibUtils;

/**
 * The file into which JCuda unpacks the native library of its driver API. JCuda writes it in place when there is none and takes it
 * as it is when there is one, so of several processes that start at once one can load what another has half written, and die by
 * SIGBUS. Stateless.
 */
final class DriverLibrary {
    private DriverLibrary() {}

    /**
     * Puts the whole library where JCuda looks for it, unless it is there. Where that fails, as in a folder that cannot be written,
     * JCuda is left to itself. To be called before JCuda's driver API is first used.
     */
    static void unpack() {
        try {
            String name = LibUtils.createLibraryFileName(
                    LibUtils.createPlatformLibraryName("JCudaDriver-" + JCudaVersion.get()));
            URL library = LibUtils.class.getResource("/lib/" + name);
            // Without this resource, JCuda finds the library in java.library.path or nowhere.
            if (library != null) {
                unpack(library, Path.of(System.getProperty("java.io.tmpdir"), name));
            }
        } catch (IOException | RuntimeException | LinkageError obstacle) {
            // JCuda meets the same obstacle, and says more of it.
        }
    }

    /** Puts a whole copy of a library into a file, in one step for all who look, unless the file has the library's size. */
    static void unpack(URL library, Path file) throws IOException {
        URLConnection connection = library.openConnection();
        connection.setUseCaches(false); // which would keep the jar open
        try (InputStream in = connection.getInputStream()) {
            if (Files.exists(file) && Files.size(file) == connection.getContentLengthLong()) {
                return;
            }
            Path part = file.resolveSibling(
                    file.getFileName() + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
            try {
                // Unlike a temporary file of the JDK, others may read it.
                Files.copy(in, part);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        }
    }
}
