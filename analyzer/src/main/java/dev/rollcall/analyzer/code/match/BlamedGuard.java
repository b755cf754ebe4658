package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Guard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the guard to blame for a difference: the innermost one at which the two ranks take different ways and without which the
 * difference is gone, whatever differs later. A guard around the first unequal call, or one that ended the way before it, comes before
 * one that is over. A condition on data that one of the ranks alone comes to, because of the rank, tells them apart no more than one that
 * is the same on all ranks: the one on the rank comes before it.
 */
final class BlamedGuard {
    /** The most guards that are tried. */
    private static final int MOST = 12;

    private BlamedGuard() {}

    /**
     * Returns the guard.
     *
     * @param ofData whether the condition of a guard is one on data alone
     * @param vanishes whether the difference is gone if all ranks take one way at a guard
     */
    static Optional<Guard> of(
            WordComparison.Difference difference, Predicate<Guard> ofData, Predicate<Guard> vanishes) {
        Ways one = new Ways(difference.oneTrail());
        Ways other = new Ways(difference.otherTrail());
        Set<Guard> candidates = new LinkedHashSet<>();
        candidates.addAll(innermost(one.open, other.open));
        candidates.addAll(innermost(one.all.keySet(), other.all.keySet()));
        candidates.removeIf(guard -> one.of(guard).equals(other.of(guard)));
        List<Guard> tried = candidates.stream().limit(MOST).toList();
        Predicate<Guard> metByBoth =
                guard -> !one.of(guard).isEmpty() && !other.of(guard).isEmpty();
        Predicate<Guard> isLast = guard -> !metByBoth.test(guard) && ofData.test(guard);
        return Stream.concat(
                        tried.stream().filter(isLast.negate()), tried.stream().filter(isLast))
                .filter(vanishes)
                .findFirst()
                .or(() -> tried.stream().filter(metByBoth).findFirst())
                .or(() -> tried.stream()
                        .filter(guard -> one.open.contains(guard) || other.open.contains(guard))
                        .findFirst());
    }

    /** Returns the guards that are not over where a rank is, by the order in which it met them. */
    static Set<Guard> open(WordComparison.Trail trail) {
        return new Ways(trail).open;
    }

    /** Returns guards of both ranks, the last ones first, by turns. */
    private static List<Guard> innermost(Set<Guard> one, Set<Guard> other) {
        List<Guard> ones = new ArrayList<>(one);
        List<Guard> others = new ArrayList<>(other);
        List<Guard> all = new ArrayList<>();
        for (int back = 1; back <= Math.max(ones.size(), others.size()); back++) {
            if (back <= ones.size()) {
                all.add(ones.get(ones.size() - back));
            }
            if (back <= others.size()) {
                all.add(others.get(others.size() - back));
            }
        }
        return all;
    }

    /** What one rank decided before the difference. */
    private static final class Ways {
        /** Guards that are not over, by the order in which they were met. */
        private final Set<Guard> open = new LinkedHashSet<>();

        private final Map<Guard, List<Object>> all = new LinkedHashMap<>();

        Ways(WordComparison.Trail trail) {
            for (NormalForm each : WordComparison.Trail.of(trail)) {
                if (each instanceof NormalForm.Passed passed) {
                    open.remove(passed.guard());
                    if (!passed.closed()) {
                        open.add(passed.guard());
                        all.computeIfAbsent(passed.guard(), guard -> new ArrayList<>())
                                .add(passed.way());
                    }
                }
            }
        }

        List<Object> of(Guard guard) {
            return all.getOrDefault(guard, List.of());
        }
    }
}
