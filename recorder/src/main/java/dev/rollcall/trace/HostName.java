package dev.rollcall.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The name of this machine. The kernel's comes first, because a launcher may pass on the environment of another machine. No
 * resolver is asked: it may block. Thread-safe.
 */
public final class HostName {
    private static final List<Path> FILES = List.of(Path.of("/proc/sys/kernel/hostname"), Path.of("/etc/hostname"));
    private static final String NAME = find(FILES);

    private HostName() {}

    /** Returns the name, {@code localhost} where the machine does not say one. */
    public static String get() {
        return NAME;
    }

    static String find(List<Path> files) {
        for (Path file : files) {
            try {
                String name = Files.readString(file).strip();
                if (!name.isEmpty()) {
                    return name;
                }
            } catch (IOException e) {
                // Not Linux, or a container without it.
            }
        }
        String name = System.getenv("HOSTNAME");
        return name == null || name.isBlank() ? "localhost" : name;
    }
}
