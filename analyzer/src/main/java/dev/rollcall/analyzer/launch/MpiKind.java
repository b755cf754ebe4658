package dev.rollcall.analyzer.launch;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The kinds of MPI that a recorder exists for; they differ in their binary interfaces, so that each has its own library. */
public enum MpiKind {
    /** Open MPI, and what descends from it. */
    OPENMPI("Open ?MPI|OpenRTE|PRRTE|prterun|ORTE"),
    /** MPICH and the implementations with its binary interface, such as Intel MPI and MVAPICH; their mpirun is Hydra. */
    MPICH("HYDRA|MPICH|Intel\\(R\\) MPI|MVAPICH"),
    /** None, or one that is not known. */
    NONE("(?!)");

    private final Pattern version;

    MpiKind(String version) {
        this.version = Pattern.compile(version);
    }

    /** Returns the kind in lower case, as it stands in the recorder's file name. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of an {@code mpirun} that prints this for {@code --version}. */
    static MpiKind ofVersion(String text) {
        for (MpiKind kind : values()) {
            if (kind.version.matcher(text).find()) {
                return kind;
            }
        }
        return NONE;
    }

    /** Returns the kind whose {@code mpirun} started a process with this environment. */
    static MpiKind ofEnvironment(Map<String, String> environment) {
        if (environment.containsKey("OMPI_COMM_WORLD_SIZE")) {
            return OPENMPI;
        }
        return environment.containsKey("HYDI_CONTROL_FD") || environment.containsKey("MPI_LOCALNRANKS") ? MPICH : NONE;
    }
}
