package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.catalogue.Catalogue;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds where the ranks of a program part: projects the program onto every rank of worlds of several sizes and compares
 * what the ranks would call.
 */
public final class Projection {
    /** The first that shows a difference is the one that is told. */
    private static final int[] WORLDS = {4, 2, 3, 5, 8};

    private static final String MEANT_SO = "RankConditional";

    private final Reach reach;
    private final Explorer explorer;
    private final Map<String, Map<Integer, Difference>> found = new LinkedHashMap<>();
    private final Map<Routine, Ended.Why> cut = new LinkedHashMap<>();

    /** Makes a projection of a program whose collectives a catalogue tells. */
    public Projection(Program program, Catalogue catalogue) {
        Library library = new Library(catalogue);
        reach = new Reach(program, library);
        explorer = new Explorer(program, reach, library);
    }

    /** Runs the program from all its beginnings and returns what is found, in the order of the code. */
    public List<CodeFinding> findings() {
        Set<Routine> entries = new LinkedHashSet<>();
        List<Routine> reaching = reach.reaching();
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
        return new Telling().of(found.values(), cut);
    }

    private void run(Routine entry) {
        for (int world : WORLDS) {
            explorer.explore(entry, world, path -> {
                path.ranks().stream()
                        .filter(rank -> rank.cutBecause != null)
                        .findFirst()
                        .ifPresent(rank -> cut.putIfAbsent(entry, rank.cutBecause));
                for (Difference each : new Comparison(path.ranks(), path.oracle()).differences()) {
                    keep(each, world);
                }
                return true;
            });
        }
        found.values().removeIf(worlds -> !believable(worlds));
    }

    private void keep(Difference difference, int world) {
        Open branch = difference.branch();
        if (branch != null && (branch.routine.isAnnotated(MEANT_SO) || branch.routine.isInAnnotated(MEANT_SO))) {
            return;
        }
        String key = branch != null
                ? branch.routine + branch.routine.method().desc + "@" + branch.at
                : "call " + difference.one().place();
        Map<Integer, Difference> worlds = found.computeIfAbsent(key, k -> new TreeMap<>());
        Difference before = worlds.get(world);
        if (before == null || !before.certain() && difference.certain()) {
            worlds.put(world, difference);
        }
    }

    /** Groups of a fixed size leave ranks over in worlds that they do not divide: a world of that size is not meant. */
    private static boolean believable(Map<Integer, Difference> worlds) {
        boolean meeting = worlds.values().stream().allMatch(each -> each.cause() == Cause.SPLIT_WORLD);
        return !meeting || worlds.containsKey(4) && worlds.containsKey(8);
    }
}
