package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.StackFrame;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Explains calls that were recorded: runs the program as every rank from where a call's stack begins, and tells where the
 * ranks part on the way to it. Not safe for use by several threads.
 */
public final class Forks {
    /** Small jobs show a branch as well as large ones; the usual size comes first. */
    private static final int[] WORLDS = {4, 8, 2, 3};

    private static final int LARGEST = 8;

    /** Each rank of a job is a run. */
    private static final int MOST_RANKS = 16;

    /** What is unknown can turn out in many ways; a few show whether it decides who makes a call. */
    private static final int MOST_PATHS = 32;

    private final Function<List<StackFrame>, List<Worlds>> beginnings;
    private final Map<Asked, Told> told = new HashMap<>();

    private record Asked(List<StackFrame> way, Matter matter) {}

    /**
     * What is known of one way.
     *
     * @param reached whether a run came to a call on it
     * @param fork where the ranks part; null where they do not
     */
    private record Told(boolean reached, Fork fork) {}

    /**
     * Makes it for a program.
     *
     * @param beginnings gives from where to run to come to a recorded way, the best first
     */
    public Forks(Function<List<StackFrame>, List<Worlds>> beginnings) {
        this.beginnings = beginnings;
    }

    /** Returns it for a program of class files whose collectives a catalogue tells. */
    public static Forks of(Program program, Catalogue catalogue) {
        Library library = new Library(catalogue);
        Explorer explorer = new Explorer(program, new Reach(program, library), library);
        return new Forks(way -> entries(program, way).stream()
                .map(entry -> explorer.worlds(entry, new Budget()))
                .toList());
    }

    /** Returns where ranks part over what was done on a way; empty where they do not, or nobody knows. */
    public Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return Optional.ofNullable(told(way, matter).fork);
    }

    /** Returns whether all ranks make a call; empty where no run came to it. */
    public Optional<Boolean> madeByAll(List<StackFrame> way) {
        Told answer = told(way, Matter.CALL);
        if (answer.fork != null && answer.fork.effect() != Effect.VALUE) {
            return Optional.of(false);
        }
        return answer.reached ? Optional.of(true) : Optional.empty();
    }

    /** Returns the ranks of a world of some size that make a call; empty where unknown, as in a large world. */
    public Optional<Set<Integer>> makers(List<StackFrame> way, int world) {
        if (world > MOST_RANKS) {
            return Optional.empty();
        }
        Set<Set<Integer>> seen = new LinkedHashSet<>();
        for (Worlds entry : beginnings.apply(way)) {
            int[] paths = {0};
            entry.explore(world, path -> {
                Set<Integer> makers = makers(path, way);
                if (!makers.isEmpty()) {
                    seen.add(makers);
                }
                return seen.size() < 2 && ++paths[0] < MOST_PATHS;
            });
            if (!seen.isEmpty()) {
                break;
            }
        }
        return seen.size() == 1 ? seen.stream().findFirst() : Optional.empty();
    }

    private static Set<Integer> makers(Path path, List<StackFrame> way) {
        return IntStream.range(0, path.ranks().size())
                .filter(rank -> path.ranks().get(rank).events.stream().anyMatch(event -> same(event.stack(), way)))
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    private Told told(List<StackFrame> way, Matter matter) {
        return told.computeIfAbsent(new Asked(List.copyOf(way), matter), this::search);
    }

    private Told search(Asked asked) {
        List<StackFrame> way = asked.way;
        boolean reached = false;
        for (Worlds entry : beginnings.apply(way)) {
            for (int world : WORLDS) {
                ForkSearch search = new ForkSearch(way, asked.matter);
                entry.explore(world, search::look);
                if (search.found() != null) {
                    return new Told(true, fork(search));
                }
                reached |= search.reached();
                if (!reached && world == LARGEST) {
                    break;
                }
            }
            if (reached) {
                break;
            }
        }
        return new Told(reached, null);
    }

    private static Fork fork(ForkSearch search) {
        Open branch = search.found();
        return new Fork(branch.site.file(), branch.site.line(), branch.site.condition(), search.effect());
    }

    /** Returns the methods of the way, outermost first: the further out a run begins, the more it knows. */
    private static Set<Routine> entries(Program program, List<StackFrame> way) {
        Set<Routine> entries = new LinkedHashSet<>();
        for (int i = way.size() - 1; i >= 0; i--) {
            StackFrame frame = way.get(i);
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
    static boolean same(List<CodePlace> stack, List<StackFrame> way) {
        int shared = Math.min(stack.size(), way.size());
        for (int i = 0; i < shared; i++) {
            CodePlace place = stack.get(i);
            StackFrame frame = way.get(i);
            if (place.line() != frame.line()
                    || !place.type().equals(frame.type())
                    || !place.method().equals(frame.method())
                    || !fileName(place.file()).equals(fileName(frame.file()))) {
                return false;
            }
        }
        return shared > 0;
    }

    private static String fileName(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }
}
