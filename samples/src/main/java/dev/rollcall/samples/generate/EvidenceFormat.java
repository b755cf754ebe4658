package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.RingSizes;
import dev.rollcall.samples.generate.writer.TraceJobWriter;
import dev.rollcall.samples.generate.writer.pytorch.DumpJobWriter;
import dev.rollcall.samples.generate.writer.text.ConsoleJobWriter;
import dev.rollcall.samples.generate.writer.text.DetailJobWriter;
import dev.rollcall.samples.generate.writer.text.HostSynchronousProgram;
import dev.rollcall.samples.generate.writer.text.NcclLogJobWriter;
import dev.rollcall.samples.generate.writer.text.RasJobWriter;
import dev.rollcall.samples.generate.writer.text.StackForm;
import dev.rollcall.samples.generate.writer.text.StackJobWriter;
import dev.rollcall.samples.generate.writer.text.StallJobWriter;
import java.nio.file.Path;
import java.util.Locale;

/** The format of the files that a generated job leaves. */
public enum EvidenceFormat {
    /** Rollcall's traces of a Java program. */
    TRACE("java"),
    /** PyTorch flight recorder dumps of a Python program. */
    PYTORCH("py"),
    /** The console of {@code torchrun}. */
    CONSOLE("py"),
    /** The console of {@code torchrun} with {@code TORCH_DISTRIBUTED_DEBUG=DETAIL}. */
    DETAIL("py"),
    /** The text that {@code ncclras} prints. */
    RAS("py"),
    /** The JSON that {@code ncclras} prints. */
    RAS_JSON("py"),
    /** What {@code py-spy dump} prints about each rank. */
    STACKS("py"),
    /** The same as JSON. */
    STACKS_JSON("py"),
    /** What Python's {@code faulthandler} prints in each rank. */
    FAULTHANDLER("py"),
    /** What GDB prints about each rank of a program in C. */
    GDB("c"),
    /** What {@code jstack} prints about each rank of a Java program. */
    JSTACK("java"),
    /** NCCL's log of each rank, with its calls. */
    NCCL("py"),
    /** NCCL's log of each rank, without calls. */
    NCCL_INIT("py"),
    /** What Horovod's stall inspector prints. */
    HOROVOD("py"),
    /** c10d's report of {@code TORCH_NCCL_DESYNC_DEBUG}. */
    DESYNC("py");

    private final String extension;

    EvidenceFormat(String extension) {
        this.extension = extension;
    }

    /** Returns the name on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the file name extension of the program's source files. */
    public String extension() {
        return extension;
    }

    /** Returns the program as it runs where it leaves such files. */
    JobProgram program(Scenario scenario) {
        return this == DETAIL ? new HostSynchronousProgram(scenario.program()) : scenario.program();
    }

    /** Returns a writer of the job's files into an existing folder; something may have happened to one rank's part. */
    JobWriter writer(Scenario scenario, Path folder, RingSizes rings, RankDamage damage) {
        long seed = scenario.seed();
        return switch (this) {
            case TRACE -> new TraceJobWriter(folder, scenario.program().ranks(), seed, rings).all(damage);
            case PYTORCH -> new DumpJobWriter(folder, seed, rings).all(damage);
            case CONSOLE -> new ConsoleJobWriter(folder, seed, damage);
            case DETAIL -> new DetailJobWriter(folder, seed, damage);
            case RAS -> new RasJobWriter(folder, seed, damage, false);
            case RAS_JSON -> new RasJobWriter(folder, seed, damage, true);
            case STACKS -> new StackJobWriter(folder, seed, damage, StackForm.PY_SPY);
            case STACKS_JSON -> new StackJobWriter(folder, seed, damage, StackForm.PY_SPY_JSON);
            case FAULTHANDLER -> new StackJobWriter(folder, seed, damage, StackForm.FAULTHANDLER);
            case GDB -> new StackJobWriter(folder, seed, damage, StackForm.GDB);
            case JSTACK -> new StackJobWriter(folder, seed, damage, StackForm.JSTACK);
            case NCCL -> new NcclLogJobWriter(folder, seed, damage, true);
            case NCCL_INIT -> new NcclLogJobWriter(folder, seed, damage, false);
            case HOROVOD -> new StallJobWriter(folder, seed, damage, true);
            case DESYNC -> new StallJobWriter(folder, seed, damage, false);
        };
    }
}
