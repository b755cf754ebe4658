package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.run.Projection;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.catalogue.Catalogue;
import java.util.List;

/** Searches class files for collectives that some ranks call and others do not. Not safe for use by several threads. */
public final class RankScan {
    private final Catalogue catalogue;

    /**
     * Makes a scan.
     *
     * @param catalogue what is a collective, and what returns a rank
     */
    public RankScan(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Returns what is found in a program, in the order of files and lines. */
    public List<CodeFinding> of(Program program) {
        try {
            return new Projection(program, catalogue).findings();
        } catch (RuntimeException notAsCompiled) {
            // Class files can be damaged so that they read well and mean nothing.
            String reason =
                    "the scan stopped at a class file that no compiler generates: " + notAsCompiled.getMessage();
            return List.of(new CodeFinding(
                    Level.NOTE, Cause.UNDETERMINED, "", "classes", 0, "", List.of(), 0, reason, List.of()));
        }
    }
}
