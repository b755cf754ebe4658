package dev.rollcall.analyzer.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** How a command hands variables to the processes that it starts. */
enum EnvironmentPassing {
    /** They inherit its environment, as under torchrun, a shell or no launcher at all. */
    INHERITED,
    /** Slurm's srun: they inherit its environment, unless it is told otherwise. */
    SRUN,
    /** Open MPI's mpirun: processes on other hosts get only what {@code -x} names. */
    OPENMPI,
    /** MPICH's mpirun: they get what {@code -genv} sets. */
    HYDRA;

    private static final Pattern MPIRUN = Pattern.compile("(mpirun|mpiexec|orterun|prterun)([._-].*)?");
    private static final int VERSION_BYTES = 1 << 16;
    private static final int VERSION_SECONDS = 20;

    /** Returns the launcher that a command starts with; asks an {@code mpirun} for its version. */
    static EnvironmentPassing of(List<String> command) {
        String program = command.get(0);
        String name = program.substring(program.lastIndexOf('/') + 1);
        if (name.equals("srun")) {
            return SRUN;
        }
        if (!MPIRUN.matcher(name).matches()) {
            return INHERITED;
        }
        return switch (MpiKind.ofVersion(version(program))) {
            case OPENMPI -> OPENMPI;
            case MPICH -> HYDRA;
            case NONE -> INHERITED;
        };
    }

    /** Returns the MPI that this launcher is part of. */
    MpiKind mpi() {
        return switch (this) {
            case OPENMPI -> MpiKind.OPENMPI;
            case HYDRA -> MpiKind.MPICH;
            case INHERITED, SRUN -> MpiKind.NONE;
        };
    }

    /** Returns what a program prints for {@code --version}; empty where it cannot be started. */
    private static String version(String program) {
        try {
            Process process = new ProcessBuilder(program, "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            Thread limit = new Thread(() -> endAfterLimit(process), "version of mpirun");
            limit.setDaemon(true);
            limit.start();
            try (InputStream out = process.getInputStream()) {
                return new String(out.readNBytes(VERSION_BYTES), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            return "";
        }
    }

    private static void endAfterLimit(Process process) {
        try {
            if (!process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }
}
