package dev.rollcall.samples.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run of a recorded MPI program with its ranks on this host. Ends only processes that it started. For one thread. */
final class MpiRun {
    static final int RANKS = 4;

    private static final String HANG = "4s";
    /** Longer than it takes until a hang is reported on a busy machine. */
    private static final long LIMIT_MILLIS = 20_000;

    private static final long AFTER_REPORT_MILLIS = 1_000;
    private static final long POLL_MILLIS = 100;

    private final Mpi mpi;
    private final Path libraries;
    private final Path folder;
    private final Map<String, String> options = new HashMap<>();

    private MpiRun(Mpi mpi, Path libraries, Path folder) {
        this.mpi = mpi;
        this.libraries = libraries;
        this.folder = folder;
        options.put("ROLLCALL_FILE", folder.resolve("traces/%r.trace").toString());
        options.put("ROLLCALL_HANG", HANG);
    }

    /** Makes a run whose traces go into the folder {@code traces} of a folder. */
    static MpiRun of(Mpi mpi, Path libraries, Path folder) {
        return new MpiRun(mpi, libraries, folder);
    }

    MpiRun withOption(String name, String value) {
        options.put(name, value);
        return this;
    }

    /** Runs a program until it ends, hangs or has run for long enough; returns its exit code, -1 if it was ended. */
    int watch(String... program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(mpi.launcher(RANKS));
        command.addAll(List.of("env", "LD_PRELOAD=" + mpi.libraries(libraries)));
        command.addAll(List.of(program));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file().toFile());
        builder.environment().putAll(options);
        Process launcher = builder.start();
        try {
            return waitFor(launcher) ? launcher.exitValue() : -1;
        } finally {
            end(launcher);
        }
    }

    private boolean waitFor(Process launcher) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (long waited = 0; waited < LIMIT_MILLIS; ) {
            if (launcher.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                return true;
            }
            if (output().contains("rollcall: no progress")) {
                return launcher.waitFor(AFTER_REPORT_MILLIS, TimeUnit.MILLISECONDS);
            }
            waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        }
        return false;
    }

    /** The ranks are killed before the launcher, so that none of them sees another one end. */
    private static void end(Process launcher) throws InterruptedException {
        try (Stream<ProcessHandle> descendants = launcher.descendants()) {
            descendants.toList().forEach(ProcessHandle::destroyForcibly);
        }
        launcher.destroyForcibly().waitFor();
    }

    private Path file() {
        return folder.resolve("output.txt");
    }

    /** Returns what the launcher and the ranks printed. */
    String output() throws IOException {
        return Files.readString(file());
    }
}
