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
import dev.rollcall.samples.generate.writer.text.RasJobWriter;
import dev.rollcall.samples.generate.writer.text.StackJobWriter;
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
    STACKS("py");

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
            case STACKS -> new StackJobWriter(folder, seed, damage);
        };
    }
}
