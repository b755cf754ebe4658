package dev.rollcall.analyzer.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command made ready to be recorded. Immutable.
 *
 * @param command what is started
 * @param warnings what will not be recorded, one line each
 */
public record RecordedLaunch(LaunchedCommand command, List<String> warnings) {
    public RecordedLaunch {
        warnings = List.copyOf(warnings);
    }

    /** The processes to record. */
    public enum Recorders {
        /** Those of both kinds. */
        ALL,
        /** Those that use libraries in native code: Python, C, C++, Fortran. */
        NATIVE,
        /** JVMs, by the agent. */
        JVM;

        boolean has(Recorders kind) {
            return this == ALL || this == kind;
        }
    }

    /**
     * Returns a command that records its processes.
     *
     * @param mpi the MPI that the job uses; null where the command shows it
     * @param options the recorders' options by their names in docs/options.md
     * @throws LaunchException if it cannot be recorded
     */
    public static RecordedLaunch of(
            List<String> command,
            Map<String, String> environment,
            RecorderFiles files,
            Recorders recorders,
            MpiKind mpi,
            Map<String, String> options)
            throws LaunchException {
        List<String> warnings = new ArrayList<>();
        List<Path> libraries = new ArrayList<>();
        EnvironmentPassing launcher = EnvironmentPassing.of(command);
        if (recorders.has(Recorders.NATIVE)) {
            Path library = files.library();
            libraries.add(library);
            MpiKind kind = mpi != null ? mpi : shown(launcher, environment);
            Path ofMpi = kind == MpiKind.NONE ? null : files.mpi(library, kind);
            if (ofMpi != null) {
                libraries.add(ofMpi);
            } else if (kind != MpiKind.NONE) {
                String absent = "there is no librollcall-" + kind.id() + ".so beside " + library;
                if (mpi != null) {
                    throw new LaunchException(absent + "; build it where this MPI's mpicc is");
                }
                warnings.add(absent + ": calls of MPI are not recorded");
            }
        }
        Path agent = recorders.has(Recorders.JVM) ? files.agent() : null;
        if (agent == null && recorders == Recorders.JVM) {
            throw new LaunchException("there is no rollcall-agent.jar in "
                    + files.home().toAbsolutePath().normalize() + "; build it: ./mvnw -DskipTests package");
        }
        RecorderVariables variables = RecorderVariables.of(environment, options, libraries, agent);
        return new RecordedLaunch(LaunchedCommand.of(launcher, command, environment, variables), warnings);
    }

    private static MpiKind shown(EnvironmentPassing launcher, Map<String, String> environment) {
        return launcher.mpi() != MpiKind.NONE ? launcher.mpi() : MpiKind.ofEnvironment(environment);
    }

    /**
     * Returns the rank of a process that a launcher started as one of several; -1 for any other. Of Slurm's variables only a step's
     * count: a batch script has a rank, too.
     */
    public static int rankAmongSeveral(Map<String, String> environment) {
        String[][] names = {
            {"WORLD_SIZE", "RANK"},
            {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
            {"PMI_SIZE", "PMI_RANK"},
            {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}
        };
        for (String[] pair : names) {
            int size = number(environment.get(pair[0]));
            int rank = number(environment.get(pair[1]));
            if (size > 1 && rank >= 0) {
                return rank;
            }
        }
        return -1;
    }

    private static int number(String text) {
        return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    }
}
