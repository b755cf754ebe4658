package dev.rollcall.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A control group of Linux in which processes together get no more than some memory; the kernel kills one that needs more. */
final class MemoryLimit implements AutoCloseable {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    private final Path group;

    private MemoryLimit(Path group) {
        this.group = group;
    }

    /**
     * Makes a group below that of this process.
     *
     * @throws IOException if this user may not, or the kernel has no such groups
     */
    static MemoryLimit of(long bytes) throws IOException {
        String path = null;
        boolean first = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts[1].equals("memory") || path == null && parts[1].isEmpty()) {
                first = parts[1].equals("memory");
                path = parts[2];
            }
        }
        if (path == null) {
            throw new IOException("the kernel has no control groups");
        }
        Path own = Path.of(first ? GROUPS + "/memory" + path : GROUPS + path);
        Path group = Files.createDirectory(own.resolve("rollcall-" + System.nanoTime()));
        try {
            // By version 1 and version 2. Without the second one, memory goes to the swap, if there is any.
            for (String name : first
                    ? List.of("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
                    : List.of("memory.max", "memory.swap.max")) {
                if (name.equals("memory.max") || Files.exists(group.resolve(name))) {
                    Files.writeString(
                            group.resolve(name), name.equals("memory.swap.max") ? "0" : String.valueOf(bytes));
                }
            }
            return new MemoryLimit(group);
        } catch (IOException e) {
            Files.delete(group);
            throw e;
        }
    }

    /** Returns the command that puts the command in its arguments into the group. */
    String[] command() {
        return new String[] {
            "bash",
            "-c",
            "echo $$ >\"$0\" && exec \"$@\"",
            group.resolve("cgroup.procs").toString()
        };
    }

    /** Removes the group, whose processes must have ended. */
    @Override
    public void close() throws IOException {
        Files.delete(group);
    }
}
