package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RingSizes;
import dev.rollcall.samples.generate.writer.TraceJobWriter;
import dev.rollcall.samples.generate.writer.pytorch.DumpJobWriter;
import java.nio.file.Path;
import java.util.Locale;

/** The format of the files that a generated job leaves. */
public enum EvidenceFormat {
    /** Rollcall's traces of a Java program. */
    TRACE("java"),
    /** PyTorch flight recorder dumps of a Python program. */
    PYTORCH("py");

    private final String extension;

    EvidenceFormat(String extension) {
        this.extension = extension;
    }

    /** Returns the name on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the file name extension of the program's source files. */
    public String extension() {
        return extension;
    }

    /** Returns a writer of the job's files into an existing folder. */
    JobWriter writer(Scenario scenario, Path folder, RingSizes rings) {
        return switch (this) {
            case TRACE -> new TraceJobWriter(folder, scenario.program().ranks(), scenario.seed(), rings);
            case PYTORCH -> new DumpJobWriter(folder, scenario.seed(), rings);
        };
    }
}
