package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.run.Agreement.Disagreement;
import dev.rollcall.analyzer.scan.run.Behaviour.End;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Compares what the ranks of one world did, communicator by communicator. */
final class Comparison {
    private static final int MOST_ROUNDS = 12;

    private final List<Behaviour> ranks;
    private final Agreement agreement;
    private final Blame blame;
    private final Members members;
    private final List<Difference> differences = new ArrayList<>();

    Comparison(List<Behaviour> ranks, Oracle oracle) {
        this.ranks = ranks;
        agreement = new Agreement(oracle);
        blame = new Blame(ranks);
        members = new Members(ranks);
    }

    /** Returns where the ranks differ. */
    List<Difference> differences() {
        Set<String> agreed = new LinkedHashSet<>();
        for (String group : members.groups()) {
            int before = differences.size();
            compare(group);
            if (differences.size() == before) {
                agreed.add(group);
            }
        }
        if (agreed.size() > 1) {
            new Crossing(ranks, members, blame).find(agreed).ifPresent(differences::add);
        }
        differences.addAll(new Meeting(ranks, blame).missing());
        return differences;
    }

    /** Finds first differences, takes what they explain away, and looks again. */
    private void compare(String group) {
        Map<Integer, List<Event>> calls = new LinkedHashMap<>();
        for (int rank : members.of(group)) {
            calls.put(
                    rank,
                    new ArrayList<>(ranks.get(rank).events.stream()
                            .filter(event -> event.group().key().equals(group))
                            .toList()));
        }
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Difference> found = firstDifferences(calls);
            if (found.isEmpty()) {
                return;
            }
            // What is left over once a difference was taken away need not have been made alike.
            if (!differences.isEmpty() && found.removeIf(each -> each.branch() == null && !disagrees(each))) {
                if (found.isEmpty()) {
                    return;
                }
            }
            for (Difference each : found) {
                differences.add(each);
                calls.values().forEach(events -> events.removeIf(event -> explains(each, event)));
            }
        }
    }

    private static boolean disagrees(Difference difference) {
        return switch (difference.cause()) {
            case ROOT_MISMATCH, REDUCE_OP_MISMATCH, SIZE_MISMATCH, DTYPE_MISMATCH -> true;
            default -> false;
        };
    }

    private static boolean explains(Difference difference, Event event) {
        boolean other =
                difference.mismatch() && event.instance() == difference.other().instance();
        return other
                || event.instance() == difference.one().instance()
                || difference.branch() != null && Blame.inside(event.open(), difference.branch());
    }

    private List<Difference> firstDifferences(Map<Integer, List<Event>> calls) {
        List<Difference> found = new ArrayList<>();
        List<Integer> representatives = new ArrayList<>();
        for (int rank : calls.keySet()) {
            List<Difference> to = new ArrayList<>();
            boolean known = false;
            for (int other : representatives) {
                Optional<Difference> difference = first(other, calls.get(other), rank, calls.get(rank));
                known |= difference.isEmpty();
                difference.ifPresent(to::add);
            }
            if (!known) {
                representatives.add(rank);
                found.addAll(to);
            }
        }
        return found;
    }

    private Optional<Difference> first(int a, List<Event> ofA, int b, List<Event> ofB) {
        Matching matching = new Matching(ofA, ofB);
        int[] gap = matching.gap();
        int certain = gap[0] < 0 ? ofA.size() : gap[0];
        for (int i = 0; i < certain; i++) {
            Event one = ofA.get(i);
            Event other = ofB.get(matching.partner(i));
            Optional<Disagreement> disagreement = agreement.of(one, other);
            if (disagreement.isPresent()) {
                return Optional.of(disagree(a, one, b, other, disagreement.get()));
            }
        }
        boolean cut = gap[0] == ofA.size() && ranks.get(a).end == End.CUT
                || gap[1] == ofB.size() && ranks.get(b).end == End.CUT;
        if (gap[0] < 0 || cut) {
            return Optional.empty();
        }
        List<Event> restA = ofA.subList(gap[0], ofA.size());
        List<Event> restB = ofB.subList(gap[1], ofB.size());
        boolean alone = !restA.isEmpty() && matching.partner(gap[0]) < 0;
        return Optional.of(alone ? apart(a, restA, b, restB) : apart(b, restB, a, restA));
    }

    private Difference disagree(int a, Event one, int b, Event other, Disagreement what) {
        Open branch =
                firstOf(blame.parting(one.open()), blame.parting(other.open()), made(what.one()), made(what.other()));
        boolean certain = what.certain() && (branch == null || !blame.doubtful(branch));
        SortedSet<Integer> fewer = branch == null ? new TreeSet<>(Set.of(a, b)) : blame.fewer(branch);
        return new Difference(what.cause(), branch, fewer, one, other, certain);
    }

    /** Returns the branch at which ranks part inside which a value, or what it was made of, was made. */
    private Open made(Value value) {
        return Origins.of(value).stream()
                .map(blame::parting)
                .filter(branch -> branch != null)
                .findFirst()
                .orElse(null);
    }

    private Difference apart(int a, List<Event> ofA, int b, List<Event> ofB) {
        Event one = ofA.isEmpty() ? null : ofA.get(0);
        Event other = ofB.isEmpty() ? null : ofB.get(0);
        Open mine = one == null ? ended(a) : blame.parting(one.open());
        Open theirs = other == null ? ended(b) : blame.parting(other.open());
        Open branch = firstOf(mine, theirs);
        if (branch == null) {
            SortedSet<Integer> both = new TreeSet<>(Set.of(a, b));
            Cause cause = one == null || other == null ? Cause.EXTRA_COLLECTIVE : Cause.OP_MISMATCH;
            boolean certain =
                    ranks.get(a).doubtful.isEmpty() && ranks.get(b).doubtful.isEmpty();
            return new Difference(cause, null, both, one == null ? other : one, one == null ? null : other, certain);
        }
        SortedSet<Integer> fewer = blame.fewer(branch);
        boolean mineFirst = one != null && (mine != null || other == null);
        Cause cause = absent(one, a) || absent(other, b)
                ? Cause.RANK_ABSENT
                : Parting.cause(branch, ofA, ofB, fewer.contains(mineFirst ? a : b));
        boolean certain = !blame.doubtful(branch)
                && !(absent(one, a) && checked(branch, a))
                && !(absent(other, b) && checked(branch, b))
                && !blame.doubtful(mineFirst ? one : other)
                && members.sure(mineFirst ? one : other, mineFirst ? b : a);
        return new Difference(cause, branch, fewer, mineFirst ? one : other, mineFirst ? other : one, certain);
    }

    /** Returns whether a rank threw because of what nobody knows, which a check usually finds to be as it should be. */
    private boolean checked(Open branch, int rank) {
        Behaviour end = ranks.get(rank);
        return end.end == End.THREW
                && Open.inside(end.endOpen).stream()
                        .takeWhile(each -> each.instance != branch.instance)
                        .anyMatch(each -> end.questions.containsKey(each.instance));
    }

    private boolean absent(Event next, int rank) {
        End end = ranks.get(rank).end;
        return next == null && (end == End.THREW || end == End.EXITED);
    }

    private Open ended(int rank) {
        return blame.parting(ranks.get(rank).endOpen);
    }

    private static Open firstOf(Open... branches) {
        for (Open each : branches) {
            if (each != null) {
                return each;
            }
        }
        return null;
    }
}
