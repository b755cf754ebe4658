package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds communicators that wait for more ranks than come to make them. */
final class Meeting {
    private final List<Behaviour> ranks;
    private final Blame blame;

    Meeting(List<Behaviour> ranks, Blame blame) {
        this.ranks = ranks;
        this.blame = blame;
    }

    /** Returns the communicators that wait for all ranks where not all come. */
    List<Difference> missing() {
        Map<String, List<Integer>> came = new LinkedHashMap<>();
        Map<String, Event> births = new LinkedHashMap<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            for (Map.Entry<String, Event> each : ranks.get(rank).births.entrySet()) {
                came.computeIfAbsent(each.getKey(), k -> new ArrayList<>()).add(rank);
                births.putIfAbsent(each.getKey(), each.getValue());
            }
        }
        List<Difference> found = new ArrayList<>();
        births.forEach((group, birth) -> {
            boolean waits = birth.group().size() instanceof Const size
                    && size.number() == ranks.size()
                    && came.get(group).size() < ranks.size();
            Open branch = waits ? parting(came.get(group), group) : null;
            if (branch != null && found.stream().noneMatch(other -> other.branch().instance == branch.instance)) {
                SortedSet<Integer> fewer = blame.fewer(branch);
                found.add(new Difference(
                        Cause.SPLIT_WORLD, branch, new TreeSet<>(fewer), birth, null, !blame.doubtful(branch)));
            }
        });
        return found;
    }

    private Open parting(List<Integer> came, String group) {
        for (int rank : came) {
            Event birth = ranks.get(rank).births.get(group);
            Open branch = blame.parting(birth.open());
            if (branch == null && birth.named() != null) {
                branch = blame.parting(birth.named());
            }
            if (branch != null) {
                return branch;
            }
        }
        return null;
    }
}
