package dev.rollcall.library;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The name of this machine. The kernel's comes first: a launcher may pass on the environment of another machine, and a
 * resolver may block. Thread-safe.
 */
public final class HostName {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");
    private static final String NAME = find(KERNEL);

    private HostName() {}

    /** Returns the name, {@code localhost} where the machine has none. */
    public static String get() {
        return NAME;
    }

    static String find(Path kernel) {
        try {
            String name = Files.readString(kernel).strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException e) {
            // Not Linux.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
