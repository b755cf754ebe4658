package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.catalogue.Catalogue;
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

    /** Makes a projection of a program whose collectives a catalogue tells. */
    public Projection(Program program, Catalogue catalogue) {
        Library library = new Library(catalogue);
        reach = new Reach(program, library);
        explorer = new Explorer(program, reach, library);
    }

    /** Runs the program from all its beginnings and returns what is found, in the order of the code. */
    public List<CodeFinding> findings() {
        Set<Routine> entries = new LinkedHashSet<>();
        List<Routine> reaching = reach.communicating();
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
        return partings.findings();
    }

    private void run(Routine entry) {
        int line = 0;
        for (int i = 0; i < entry.length() && line == 0; i++) {
            line = entry.line(i);
        }
        CodePlace place = new CodePlace(entry.owner().name.replace('/', '.'), entry.method().name, entry.file(), line);
        partings.run(place, (world, sink) -> explorer.explore(entry, world, sink));
    }
}
