package dev.rollcall.analyzer.scan.run;

import java.util.Set;

/** The environment variables by which launchers tell a process its rank. */
public final class Launchers {
    private static final Set<String> RANKS = Set.of(
            "RANK",
            "LOCAL_RANK",
            "OMPI_COMM_WORLD_RANK",
            "OMPI_COMM_WORLD_LOCAL_RANK",
            "PMI_RANK",
            "PMIX_RANK",
            "MV2_COMM_WORLD_RANK",
            "MV2_COMM_WORLD_LOCAL_RANK",
            "MPI_LOCALRANKID",
            "SLURM_PROCID",
            "SLURM_LOCALID");
    private static final Set<String> SIZES = Set.of(
            "WORLD_SIZE",
            "LOCAL_WORLD_SIZE",
            "OMPI_COMM_WORLD_SIZE",
            "OMPI_COMM_WORLD_LOCAL_SIZE",
            "PMI_SIZE",
            "MV2_COMM_WORLD_SIZE",
            "SLURM_NTASKS",
            "SLURM_NPROCS");

    private Launchers() {}

    /** Returns whether a variable holds the process's rank. */
    public static boolean isRank(String variable) {
        return RANKS.contains(variable);
    }

    /** Returns whether a variable holds the number of ranks. */
    public static boolean isSize(String variable) {
        return SIZES.contains(variable);
    }
}
