package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds where the ranks of a program of class files part: projects the program onto every rank of worlds of several sizes and
 * compares what the ranks would call.
 */
public final class Projection {
    private final Reach reach;
    private final Explorer explorer;
    private final Partings partings = new Partings();
    private final Budget budget;
    private final Set<Routine> left = new LinkedHashSet<>();

    /** Makes a projection of a program whose collectives a catalogue tells. */
    public Projection(Program program, Catalogue catalogue) {
        this(program, catalogue, new Budget());
    }

    Projection(Program program, Catalogue catalogue, Budget budget) {
        this.budget = budget;
        Library library = new Library(catalogue);
        reach = new Reach(program, library);
        explorer = new Explorer(program, reach, library);
    }

    /** Runs the program from all its beginnings and returns what is found, in the order of the code. */
    public List<CodeFinding> findings() {
        Set<Routine> entries = new LinkedHashSet<>();
        List<Routine> reaching =
                reach.communicating().stream().filter(reach::asks).toList();
        reaching.stream().filter(Entries::isMain).forEach(entries::add);
        entries.forEach(this::run);
        for (boolean roots : new boolean[] {true, false}) {
            for (Routine routine : reaching) {
                if (!explorer.entered().contains(routine)
                        && !routine.isAbstract()
                        && !routine.method().name.startsWith("<")
                        && !(roots && reach.called(routine))) {
                    run(routine);
                }
            }
        }
        List<CodeFinding> findings = new ArrayList<>(partings.findings());
        if (!left.isEmpty()) {
            findings.add(0, tooMuch());
        }
        return findings;
    }

    private CodeFinding tooMuch() {
        CodePlace first = place(left.iterator().next());
        int more = left.size() - 1;
        String others = more == 0
                ? " was"
                : " and " + more + (more == 1 ? " other method" : " other methods")
                        + " that can come to a collective were";
        return new CodeFinding(
                Level.NOTE,
                Cause.UNDETERMINED,
                first.type(),
                first.file(),
                first.line(),
                "",
                List.of(),
                0,
                first.method() + others
                        + " not looked at, for the program is too large to be followed as a whole; scan those"
                        + " classes alone, with what they use",
                List.of());
    }

    private void run(Routine entry) {
        if (!budget.begin()) {
            left.add(entry);
            return;
        }
        partings.run(place(entry), explorer.worlds(entry, budget));
    }

    private static CodePlace place(Routine entry) {
        int line = 0;
        for (int i = 0; i < entry.length() && line == 0; i++) {
            line = entry.line(i);
        }
        return new CodePlace(entry.owner().name.replace('/', '.'), entry.method().name, entry.file(), line);
    }
}
