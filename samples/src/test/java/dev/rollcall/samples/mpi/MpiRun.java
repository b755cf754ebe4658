package dev.rollcall.samples.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.launch.Installation;
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

    private static final Installation INSTALLATION = Installation.current();

    private static final String IDLE = "idle.so";
    private static final String HANG = "4s";
    /** Longer than it takes until a hang is reported on a busy machine. */
    private static final long LIMIT_MILLIS = 20_000;

    private static final long AFTER_REPORT_MILLIS = 1_000;
    private static final long POLL_MILLIS = 100;

    private static Path built;

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
    static MpiRun of(Mpi mpi, Path folder) throws IOException, InterruptedException {
        return new MpiRun(mpi, libraries(), folder);
    }

    MpiRun withOption(String name, String value) {
        options.put(name, value);
        return this;
    }

    /** Returns the folder of the recorder, and of what lets a rank sleep while it waits; the first call compiles them. */
    static synchronized Path libraries() throws IOException, InterruptedException {
        if (built == null) {
            Path sources = INSTALLATION.home().resolve("native/preload");
            Path target = INSTALLATION.home().resolve("samples/target/preload");
            succeed(sources.resolve("build").toString(), target.toString());
            succeed(
                    "cc",
                    "-shared",
                    "-fPIC",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-o",
                    target.resolve(IDLE).toString(),
                    sources.resolve("test/mpi/idle.c").toString(),
                    "-ldl");
            built = target;
        }
        return built;
    }

    /** Runs a command that must succeed. */
    static void succeed(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
    }

    /** Returns what is preloaded into the ranks. */
    String preloaded() {
        return mpi.libraries(libraries) + ":" + libraries.resolve(IDLE);
    }

    /** Runs a program until it ends, hangs or has run for long enough; returns its exit code, -1 if it was ended. */
    int watch(String... program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(mpi.launcher(RANKS));
        command.addAll(List.of("env", "LD_PRELOAD=" + preloaded()));
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
