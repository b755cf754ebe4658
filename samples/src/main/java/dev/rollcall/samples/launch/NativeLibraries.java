package dev.rollcall.samples.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bytedeco.pytorch.ProcessGroupGloo;

/**
 * Unpacks PyTorch's native libraries before the ranks start.
 *
 * <p>Ranks that unpack into one folder at the same time die of SIGBUS, because one maps a library that another still writes.
 * So one process unpacks all libraries first.
 */
public final class NativeLibraries {

    private NativeLibraries() {}

    /** Loads PyTorch with Gloo, which unpacks the libraries. */
    public static void main(String[] args) {
        ProcessGroupGloo.createDeviceForHostname("127.0.0.1");
    }

    /**
     * Unpacks the libraries unless they are already. Threads and processes may call this at the same time.
     *
     * @throws IOException if they cannot be unpacked
     */
    static synchronized void unpack(Installation installation, ProgressPrinter printer)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(installation.nativeLibraries());
        String classPath = installation.rankClassPath();
        Path done = folder.resolve("unpacked-" + Integer.toHexString(classPath.hashCode()));
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(done)) {
                printer.say("  unpacking PyTorch's native libraries, once");
                load(folder, classPath);
                Files.createFile(done);
            }
        }
    }

    private static void load(Path folder, String classPath) throws IOException, InterruptedException {
        String cache = "-Dorg.bytedeco.javacpp.cachedir=" + folder;
        Process loader = new ProcessBuilder(
                        RankProcess.java(), cache, "-cp", classPath, NativeLibraries.class.getName())
                .inheritIO()
                .start();
        if (loader.waitFor() != 0) {
            throw new IOException("PyTorch's native libraries cannot be loaded; they need Linux on x86-64 with glibc");
        }
    }
}
