package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitDistance;
import dev.rollcall.analyzer.verdict.WaitMap;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Maps the waits of a job as seen from the ranks that its verdict names: a breadth-first search against the waits gives each
 * rank its distance. Not thread-safe.
 */
final class WaitMapper {
    /** The ranks of a longer cycle of messages share classes, so that the map stays readable. */
    private static final int MOST_APART = 6;

    private final AlignedJob aligned;
    private final Set<Integer> named;
    private final Map<Integer, WaitDistance> distances = new TreeMap<>();
    private final Map<Integer, Set<Integer>> heldUp = new HashMap<>();
    private final Map<Integer, Integer> cycles = new HashMap<>();
    private final List<Set<Integer>> rings;

    private WaitMapper(AlignedJob aligned, Verdict verdict) {
        this.aligned = aligned;
        this.named = new TreeSet<>(verdict.named());
        this.rings = aligned.waits().cycles().stream()
                .filter(ring -> verdict.findings().stream().anyMatch(finding -> isAbout(finding, ring)))
                .toList();
        for (int i = 0; i < rings.size(); i++) {
            int number = i;
            rings.get(i).forEach(rank -> cycles.put(rank, number));
        }
        verdict.findings().stream()
                .filter(finding -> finding.severity() == Severity.CULPRIT || finding.severity() == Severity.SUSPECT)
                .forEach(this::holdUp);
    }

    /**
     * Returns whether a finding is that ranks wait in a ring. Every rank that diverges and waits for the others later closes a
     * ring, too; that one is a consequence.
     */
    private static boolean isAbout(Finding finding, Set<Integer> ring) {
        return finding.cause() == Cause.COMMUNICATOR_DEADLOCK
                        && Stream.concat(
                                        finding.ranks().stream(),
                                        finding.evidence().stream().map(Evidence::rank))
                                .anyMatch(ring::contains)
                || finding.ranks().containsAll(ring);
    }

    /** Returns the waits of a job as seen from the ranks that a verdict about it names. */
    static WaitMap map(AlignedJob aligned, Verdict verdict) {
        WaitMapper mapper = new WaitMapper(aligned, verdict);
        mapper.measure();
        return new WaitMap(mapper.classes());
    }

    /** Notes the ranks that a divergent call holds up: those that it contradicts made it by number, and wait in it. */
    private void holdUp(Finding finding) {
        Set<Integer> guilty = new TreeSet<>(finding.ranks());
        guilty.retainAll(named);
        if (finding.communicator() == null || guilty.isEmpty()) {
            return;
        }
        boolean messages = finding.isPointToPoint();
        Collection<Integer> others = messages
                ? finding.evidence().stream().map(Evidence::rank).toList()
                : aligned.waits().collectives(finding.communicator()).stream()
                        .filter(wait -> wait.call().sequence() >= finding.sequence())
                        .map(Wait::rank)
                        .toList();
        for (int rank : others) {
            Wait wait = aligned.waitOf(rank);
            if (!named.contains(rank) && wait != null && wait.communicator() == finding.communicator()) {
                heldUp.computeIfAbsent(rank, unused -> new TreeSet<>()).addAll(guilty);
            }
        }
    }

    private void measure() {
        Map<Integer, Wait> waits = aligned.waits().waits();
        aligned.job().ranks().stream()
                .map(Rank::number)
                .forEach(rank -> distances.put(rank, waits.containsKey(rank) ? WaitDistance.APART : WaitDistance.NONE));
        named.forEach(rank -> distances.put(rank, WaitDistance.NAMED));
        Set<Integer> seen = new HashSet<>(named);
        List<Integer> direct = new ArrayList<>(behind(named, seen));
        heldUp.keySet().stream().filter(seen::add).forEach(direct::add);
        for (Gathering gathering : aligned.waits().gatherings()) {
            if (gathering.first().unread().stream().anyMatch(named::contains)) {
                gathering.ranks().stream().filter(seen::add).forEach(direct::add);
            }
        }
        Collection<Integer> level = direct;
        for (WaitDistance at = WaitDistance.DIRECT; !level.isEmpty(); at = at.behind()) {
            for (int rank : level) {
                distances.put(rank, at);
            }
            level = behind(level, seen);
        }
    }

    private List<Integer> behind(Collection<Integer> ranks, Set<Integer> seen) {
        List<Integer> behind = new ArrayList<>();
        for (int rank : ranks) {
            for (Gathering gathering : aligned.waits().awaiting(rank)) {
                gathering.ranks().stream().filter(seen::add).forEach(behind::add);
            }
        }
        return behind;
    }

    private List<WaitClass> classes() {
        Map<List<Object>, List<Integer>> groups = new LinkedHashMap<>();
        distances.forEach((rank, distance) -> groups.computeIfAbsent(alike(rank, distance), key -> new ArrayList<>())
                .add(rank));
        List<List<Integer>> ordered = new ArrayList<>(groups.values());
        ordered.sort(Comparator.comparing((List<Integer> ranks) -> distances.get(ranks.get(0)))
                .thenComparing(ranks -> -ranks.size())
                .thenComparing(ranks -> ranks.get(0)));
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < ordered.size(); i++) {
            for (int rank : ordered.get(i)) {
                places.put(rank, i);
            }
        }
        List<Set<Integer>> edges = edges(ordered.size(), places);
        List<WaitClass> classes = new ArrayList<>();
        for (int i = 0; i < ordered.size(); i++) {
            classes.add(waitClass(ordered.get(i), edges.get(i)));
        }
        return classes;
    }

    /** Returns what ranks of one class have in common. Ranks of a cycle, and named ones, also share their call. */
    private List<Object> alike(int rank, WaitDistance distance) {
        Wait wait = aligned.waitOf(rank);
        int cycle = cycles.getOrDefault(rank, -1);
        if (wait == null) {
            boolean read = aligned.job().rank(rank) != null;
            return List.of(distance, cycle, read);
        }
        boolean apart = distance == WaitDistance.NAMED || cycle >= 0;
        boolean ring =
                apart && wait.pointToPoint() && cycle >= 0 && rings.get(cycle).size() <= MOST_APART;
        return Arrays.asList(
                distance,
                cycle,
                wait.call().signature().operation(),
                wait.call().stack().siteFrame(),
                wait.joining(),
                apart ? wait.communicator().identity() : "",
                apart ? wait.call().sequence() : 0,
                ring ? rank : -1);
    }

    /** Returns the classes that each class waits for. The ranks in one call wait for the same ranks. */
    private List<Set<Integer>> edges(int count, Map<Integer, Integer> places) {
        List<Set<Integer>> edges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            edges.add(new TreeSet<>());
        }
        for (Gathering gathering : aligned.waits().gatherings()) {
            Set<Integer> awaited = new TreeSet<>();
            Stream.concat(
                            gathering.first().absent().stream().filter(places::containsKey),
                            gathering.first().unread().stream().filter(named::contains))
                    .forEach(rank -> awaited.add(places.get(rank)));
            gathering.ranks().forEach(rank -> edges.get(places.get(rank)).addAll(awaited));
        }
        heldUp.forEach((rank, guilty) ->
                guilty.forEach(each -> edges.get(places.get(rank)).add(places.get(each))));
        return edges;
    }

    private WaitClass waitClass(List<Integer> ranks, Set<Integer> waitsFor) {
        List<Communicator> communicators = new ArrayList<>();
        Call call = null;
        int longest = ranks.get(0);
        long waited = Call.NO_TIME;
        for (int rank : ranks) {
            Wait wait = aligned.waitOf(rank);
            if (wait == null) {
                continue;
            }
            // A class of thousands of ranks may wait on as many communicators, in the order of which nothing matters.
            if (communicators.isEmpty() || communicators.get(communicators.size() - 1) != wait.communicator()) {
                communicators.add(wait.communicator());
            }
            long age = aligned.pace().age(wait);
            if (call == null || age > waited) {
                call = wait.call();
                longest = rank;
                waited = age;
            }
        }
        return new WaitClass(
                ranks,
                distances.get(ranks.get(0)),
                communicators.stream().distinct().toList(),
                call,
                longest,
                waited,
                !aligned.job().seenToTheEnd(ranks),
                List.copyOf(waitsFor),
                cycles.getOrDefault(ranks.get(0), -1));
    }
}
