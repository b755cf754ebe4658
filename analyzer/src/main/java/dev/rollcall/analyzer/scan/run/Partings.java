package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Runs the beginnings of a program in worlds of several sizes and keeps where the ranks part: one branch is one finding. */
public final class Partings {
    /** The first that shows a difference is the one that is told. */
    private static final int[] WORLDS = {4, 2, 3, 5, 8};

    private static final Set<Integer> EVEN = Set.of(2, 4, 8);

    private final Map<String, Map<Integer, Difference>> found = new LinkedHashMap<>();
    private final Map<CodePlace, Ended.Why> cut = new LinkedHashMap<>();

    /** Runs from one beginning; the entry is where that is. */
    public void run(CodePlace entry, Worlds worlds) {
        Set<Integer> groups = new HashSet<>();
        for (int world : WORLDS) {
            boolean[] asked = new boolean[1];
            worlds.explore(world, path -> {
                asked[0] |= path.ranks().stream().anyMatch(rank -> rank.asked || rank.counted);
                path.ranks().stream()
                        .filter(rank -> rank.cutBecause != null)
                        .findFirst()
                        .ifPresent(rank -> cut.putIfAbsent(entry, rank.cutBecause));
                if (path.ranks().stream().anyMatch(rank -> divided(rank, world))) {
                    groups.add(world);
                }
                for (Difference each : new Comparison(path.ranks(), path.oracle()).differences()) {
                    keep(each, world);
                }
                return true;
            });
            if (!asked[0]) {
                break;
            }
        }
        found.values().removeIf(each -> !believable(each, groups));
    }

    /** Returns what was found, in the order of the code. */
    public List<CodeFinding> findings() {
        return new Telling().of(found.values(), cut);
    }

    private void keep(Difference difference, int world) {
        Open branch = difference.branch();
        if (branch != null && branch.site.meantSo()) {
            return;
        }
        String key =
                branch != null ? branch.site.key() : "call " + difference.one().place();
        Map<Integer, Difference> worlds = found.computeIfAbsent(key, k -> new TreeMap<>());
        Difference before = worlds.get(world);
        if (before == null || !before.certain() && difference.certain()) {
            worlds.put(world, difference);
        }
    }

    private static boolean divided(Behaviour rank, int world) {
        return rank.births.values().stream()
                .anyMatch(birth -> birth.group().size() instanceof Const size && size.number() < world);
    }

    /** Groups of a fixed size leave ranks over in worlds that they do not divide: a world of that size is not meant. */
    private static boolean believable(Map<Integer, Difference> worlds, Set<Integer> groups) {
        boolean making =
                worlds.values().stream().allMatch(each -> each.one().operation().equals("new_group"));
        if (!making && EVEN.stream().noneMatch(worlds::containsKey) && groups.containsAll(worlds.keySet())) {
            return false;
        }
        boolean meeting = worlds.values().stream().allMatch(each -> each.cause() == Cause.SPLIT_WORLD);
        return !meeting || worlds.containsKey(4) && worlds.containsKey(8);
    }
}
