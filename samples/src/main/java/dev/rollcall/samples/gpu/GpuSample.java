package dev.rollcall.samples.gpu;

import java.util.Locale;
import java.util.stream.Stream;

/** The programs that {@code samples/gpu} runs. Its help and a test list them, too. */
public enum GpuSample {
    WRONG_LAUNCH(WrongLaunch.class, false),
    LATE_ERROR(LateError.class, false),
    NCCL_BRANCH(NcclBranch.class, true),
    SHARED_GPU(SharedGpu.class, true);

    private final Class<?> program;
    private final boolean communicates;

    GpuSample(Class<?> program, boolean communicates) {
        this.program = program;
        this.communicates = communicates;
    }

    /** Returns the program, which declares its verdict. */
    public Class<?> program() {
        return program;
    }

    /** Returns whether it has several ranks, which communicate by NCCL. */
    boolean communicates() {
        return communicates;
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
