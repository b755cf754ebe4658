package dev.rollcall.analyzer.input.trace;

import dev.rollcall.trace.HostName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out whether a recorded process is running on this machine. Thread-safe. */
public final class LocalProcesses {
    /** The system computes a start time from the boot time, which drifts a little between two readings. */
    private static final long TOLERANCE_MILLIS = 3_000;

    private static final Set<String> HERE = hostNames();

    private LocalProcesses() {}

    /** Returns the name of this machine, as traces have it. */
    public static String host() {
        return HostName.get();
    }

    /**
     * Returns whether a process is running here.
     *
     * @param host its host
     * @param pid its process number there
     * @param startMillis when it started, milliseconds since the epoch; a later process can have the same number
     */
    static boolean isRunning(String host, long pid, long startMillis) {
        if (!HERE.contains(host) || pid <= 0 || startMillis <= 0) {
            return false;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        Optional<Instant> start = process.flatMap(handle -> handle.info().startInstant());
        return start.isPresent()
                && Math.abs(start.get().toEpochMilli() - startMillis) <= TOLERANCE_MILLIS
                && !isZombie(pid);
    }

    /** Returns whether a process has ended and waits for its parent to notice (proc(5), stat, field 3). */
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException notLinux) {
            return false;
        }
    }

    private static Set<String> hostNames() {
        return Stream.of(System.getenv("HOSTNAME"), HostName.get())
                .filter(name -> name != null && !name.isBlank())
                .collect(Collectors.toUnmodifiableSet());
    }
}
