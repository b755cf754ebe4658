package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.Frame;
import dev.rollcall.analyzer.scan.code.ConditionText;
import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.catalogue.Catalogue;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Explains calls that were recorded: runs the program as every rank from where a call's stack begins, and tells where the
 * ranks part on the way to it. Not safe for use by several threads.
 */
public final class Forks {
    /** Small jobs show a branch as well as large ones; the usual size comes first. */
    private static final int[] WORLDS = {4, 2, 3, 8};

    private final Program program;
    private final Explorer explorer;
    private final Map<Asked, Told> told = new HashMap<>();

    private record Asked(List<Frame> way, Matter matter) {}

    /**
     * What is known of one way.
     *
     * @param reached whether a run came to a call on it
     * @param fork where the ranks part; null where they do not
     */
    private record Told(boolean reached, Fork fork) {}

    /** Makes it for a program whose collectives a catalogue tells. */
    public Forks(Program program, Catalogue catalogue) {
        this.program = program;
        Library library = new Library(catalogue);
        explorer = new Explorer(program, new Reach(program, library), library);
    }

    /** Returns where ranks part over what was done on a way; empty where they do not, or nobody knows. */
    public Optional<Fork> fork(List<Frame> way, Matter matter) {
        return Optional.ofNullable(told(way, matter).fork);
    }

    /** Returns whether all ranks make a call; empty where no run came to it. */
    public Optional<Boolean> madeByAll(List<Frame> way) {
        Told answer = told(way, Matter.CALL);
        if (answer.fork != null && answer.fork.effect() != Effect.VALUE) {
            return Optional.of(false);
        }
        return answer.reached ? Optional.of(true) : Optional.empty();
    }

    private Told told(List<Frame> way, Matter matter) {
        return told.computeIfAbsent(new Asked(List.copyOf(way), matter), this::search);
    }

    private Told search(Asked asked) {
        List<Frame> way = asked.way;
        boolean reached = false;
        for (Routine entry : entries(way)) {
            for (int world : WORLDS) {
                ForkSearch search = new ForkSearch(way, asked.matter);
                explorer.explore(entry, world, search::look);
                if (search.found() != null) {
                    return new Told(true, fork(search));
                }
                reached |= search.reached();
            }
            if (reached) {
                break;
            }
        }
        return new Told(reached, null);
    }

    private static Fork fork(ForkSearch search) {
        Open branch = search.found();
        return new Fork(
                branch.routine.file(),
                branch.routine.line(branch.at),
                ConditionText.of(branch.routine, branch.at),
                search.effect());
    }

    /** Returns the methods of the way, outermost first: the further out a run begins, the more it knows. */
    private Set<Routine> entries(List<Frame> way) {
        Set<Routine> entries = new LinkedHashSet<>();
        for (int i = way.size() - 1; i >= 0; i--) {
            Frame frame = way.get(i);
            program.find(frame.type().replace('.', '/'))
                    .ifPresent(node -> program.routines().stream()
                            .filter(routine -> routine.owner() == node
                                    && routine.method().name.equals(frame.method())
                                    && routine.hasLine(frame.line()))
                            .forEach(entries::add));
        }
        return entries;
    }

    /** Returns whether a call of a run stands where a recorded one does, as far out as both are known. */
    static boolean same(List<CodePlace> stack, List<Frame> way) {
        int shared = Math.min(stack.size(), way.size());
        for (int i = 0; i < shared; i++) {
            CodePlace place = stack.get(i);
            Frame frame = way.get(i);
            if (place.line() != frame.line()
                    || !place.type().equals(frame.type())
                    || !place.method().equals(frame.method())) {
                return false;
            }
        }
        return shared > 0;
    }
}
