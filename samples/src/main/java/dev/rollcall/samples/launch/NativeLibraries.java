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
 * <p>Ranks that unpack into one folder at once die of SIGBUS: one maps a library that another still writes. So one
 * process unpacks them all, and the ranks find them done.
 */
public final class NativeLibraries {

    private NativeLibraries() {}

    /** Loads PyTorch with Gloo, which unpacks whatever is not yet unpacked. */
    public static void main(String[] args) {
        ProcessGroupGloo.createDeviceForHostname("127.0.0.1");
    }

    /**
     * Sees to it that the libraries are unpacked. May be called by several threads and processes at once.
     *
     * @throws IOException if they cannot be unpacked
     */
    static synchronized void unpack(Installation installation, ProgressPrinter narrator)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(installation.nativeLibraries());
        String classPath = installation.rankClassPath();
        Path done = folder.resolve("unpacked-" + Integer.toHexString(classPath.hashCode()));
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(done)) {
                narrator.say("  unpacking PyTorch's native libraries, this once");
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
            throw new IOException("PyTorch's native libraries cannot be loaded; it needs Linux on x86-64 with glibc");
        }
    }
}
