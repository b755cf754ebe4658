package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RingSizes;
import dev.rollcall.samples.generate.writer.TraceJobWriter;
import dev.rollcall.samples.generate.writer.pytorch.DumpJobWriter;
import java.nio.file.Path;
import java.util.Locale;

/** In which form a job leaves something behind. */
public enum EvidenceFormat {
    /** Rollcall's own traces, of a Java program. */
    TRACE("java"),
    /** The dumps of PyTorch's flight recorder, of a Python program. */
    PYTORCH("py");

    private final String extension;

    EvidenceFormat(String extension) {
        this.extension = extension;
    }

    /** Returns the name that users type. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the extension of the program's source files. */
    public String extension() {
        return extension;
    }

    /** Returns what writes a job in this form. */
    JobWriter writer(Scenario scenario, Path folder, RingSizes rings) {
        return switch (this) {
            case TRACE -> new TraceJobWriter(folder, scenario.program().ranks(), scenario.seed(), rings);
            case PYTORCH -> new DumpJobWriter(folder, scenario.seed(), rings);
        };
    }
}
