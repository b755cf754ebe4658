package dev.rollcall.samples.gpu;

import java.util.Locale;
import java.util.stream.Stream;

/** The programs that {@code samples/gpu} runs. Its help and a test list them, too. */
public enum GpuSample {
    WRONG_LAUNCH(WrongLaunch.class, false, 2, 2),
    LATE_ERROR(LateError.class, false, 1, 1),
    NCCL_BRANCH(NcclBranch.class, true, 2, 2),
    SHARED_GPU(SharedGpu.class, true, 1, 2);

    private final Class<?> program;
    private final boolean communicates;
    private final int gpus;
    private final int healthyGpus;

    GpuSample(Class<?> program, boolean communicates, int gpus, int healthyGpus) {
        this.program = program;
        this.communicates = communicates;
        this.gpus = gpus;
        this.healthyGpus = healthyGpus;
    }

    /** Returns the program, which declares its verdict. */
    public Class<?> program() {
        return program;
    }

    /** Returns whether it has several ranks, which communicate by NCCL. */
    boolean communicates() {
        return communicates;
    }

    /** Returns how many GPUs it needs, with its fault or without. */
    int gpus(boolean healthy) {
        return healthy ? healthyGpus : gpus;
    }

    /** Returns the name on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the sample of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static GpuSample of(String id) {
        return Stream.of(values())
                .filter(sample -> sample.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no sample is named " + id));
    }
}
