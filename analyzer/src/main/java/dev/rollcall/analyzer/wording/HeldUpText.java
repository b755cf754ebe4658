package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitDistance;
import dev.rollcall.analyzer.verdict.WaitMap;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Who waits for the ranks that a verdict names, in words: by the map that the pictures show, too, the nearest first. */
final class HeldUpText {
    private static final int MOST_IN_CYCLE = 3;

    private final Finding main;
    private final Set<Integer> named;
    private final WaitMap map;
    private final AlignedJob aligned;
    private final boolean alone;

    private HeldUpText(Verdict verdict, WaitMap map, AlignedJob aligned) {
        this.main = verdict.findings().get(0);
        this.named = new TreeSet<>(main.ranks());
        this.map = map;
        this.aligned = aligned;
        this.alone = named.containsAll(verdict.named());
        named.retainAll(verdict.named());
    }

    /**
     * Returns two or three sentences; none where nobody is known to wait for a rank that the main finding names, or where its
     * suspects stand for both sides.
     */
    static String of(Verdict verdict, WaitMap map, AlignedJob aligned) {
        HeldUpText text = new HeldUpText(verdict, map, aligned);
        return text.named.isEmpty() || text.isOfBothSides() ? "" : text.write();
    }

    private boolean isOfBothSides() {
        return main.severity() == Severity.SUSPECT
                && named.stream()
                        .map(aligned::waitOf)
                        .anyMatch(wait -> wait != null && wait.communicator() == main.communicator());
    }

    private String write() {
        List<Integer> direct = direct();
        List<WaitClass> cycle = cycle();
        if (!cycle.isEmpty()) {
            return cycle(cycle) + behind(List.copyOf(named), ranks(WaitDistance.DIRECT), further());
        }
        if (direct.isEmpty()) {
            return "";
        }
        List<List<Wait>> places = WaitText.places(direct, aligned);
        places.sort(Collections.reverseOrder((one, other) -> {
            int near = Boolean.compare(isWhereItHappened(one), isWhereItHappened(other));
            return near != 0 ? near : Integer.compare(one.size(), other.size());
        }));
        List<String> clauses = new ArrayList<>();
        clauses.add(WaitText.clause(places.get(0), whom(places.get(0).get(0)), aligned));
        int told = places.get(0).size();
        if (places.size() > 1) {
            clauses.add(waits(places.get(1), whom(places.get(1).get(0))));
            told += places.get(1).size();
        }
        if (told < direct.size()) {
            int rest = direct.size() - told;
            clauses.add(Wording.number(rest) + (rest == 1 ? " other rank waits" : " other ranks wait") + " for "
                    + themselves());
        }
        String waiting = Wording.capital(String.join("; ", clauses)) + '.';
        return waiting
                + (alone ? behind(direct, ranks(WaitDistance.SECOND_HAND), ranks(WaitDistance.FURTHER)) : "")
                + own();
    }

    /** Returns the ranks that wait for those of the main finding, ascending: they lack its call, or contradict it. */
    private List<Integer> direct() {
        List<Integer> direct = new ArrayList<>();
        for (WaitClass each : map.classes()) {
            boolean held = each.distance() == WaitDistance.DIRECT
                    && each.waitsFor().stream()
                            .flatMap(place -> map.classes().get(place).ranks().stream())
                            .anyMatch(named::contains);
            for (int rank : held ? each.ranks() : List.<Integer>of()) {
                Wait wait = aligned.waitOf(rank);
                if (wait != null
                        && (wait.communicator() == main.communicator()
                                || named.stream()
                                        .anyMatch(its -> wait.awaits(its)
                                                || wait.unread().contains(its)))) {
                    direct.add(rank);
                }
            }
        }
        Collections.sort(direct);
        return direct;
    }

    private boolean isWhereItHappened(List<Wait> place) {
        Wait wait = place.get(0);
        return wait.communicator() == main.communicator() && wait.pointToPoint() == main.isPointToPoint();
    }

    /** Returns the named ranks that a wait is known to lack, or which are proven to be why it does not end. */
    private List<Integer> awaited(Wait wait) {
        boolean proven = main.severity() == Severity.CULPRIT;
        return named.stream()
                .filter(rank -> wait.awaits(rank) || proven && wait.unread().contains(rank))
                .toList();
    }

    private String whom(Wait wait) {
        List<Integer> awaited = awaited(wait);
        return awaited.isEmpty()
                ? ""
                : " for " + (awaited.size() == named.size() ? themselves() : Wording.shortRanks(awaited));
    }

    private String themselves() {
        return named.size() == 1 ? "it" : "them";
    }

    private List<Integer> ranks(WaitDistance distance) {
        return map.classes().stream()
                .filter(each -> each.distance() == distance)
                .flatMap(each -> each.ranks().stream())
                .sorted()
                .toList();
    }

    private List<Integer> further() {
        return Stream.of(WaitDistance.SECOND_HAND, WaitDistance.FURTHER)
                .map(this::ranks)
                .flatMap(Collection::stream)
                .sorted()
                .toList();
    }

    private static String behind(List<Integer> ahead, List<Integer> near, List<Integer> far) {
        return near.isEmpty()
                ? ""
                : " " + Wording.capital(Wording.shortRanks(near)) + Wording.either(near, " waits", " wait")
                        + " for " + (ahead.size() == 1 ? Wording.lowerRanks(ahead) : "them")
                        + (far.isEmpty()
                                ? ""
                                : ", and " + Wording.shortRanks(far)
                                        + (near.size() == 1 ? " behind it" : " behind those"))
                        + ".";
    }

    /** Returns where a named rank waits itself, unless its call there is what the finding is about. */
    private String own() {
        List<List<Wait>> places = WaitText.places(List.copyOf(named), aligned);
        if (places.size() != 1) {
            return "";
        }
        Wait wait = places.get(0).get(0);
        boolean told = !wait.pointToPoint() && wait.communicator() == main.communicator();
        return told ? "" : ' ' + Wording.capital(waits(places.get(0))) + '.';
    }

    private static String waits(List<Wait> place) {
        Wait wait = place.get(0);
        return waits(place, wait.absent().isEmpty() ? "" : " for " + Wording.shortRanks(wait.absent()));
    }

    private static String waits(List<Wait> place, String whom) {
        Wait wait = place.get(0);
        List<Integer> here = place.stream().map(Wait::rank).toList();
        return Wording.shortRanks(here) + Wording.either(here, " waits", " wait") + whom + " in " + Wording.in(wait)
                + Wording.place(wait.call().stack());
    }

    // Ranks that wait for each other, all of them named

    private List<WaitClass> cycle() {
        List<WaitClass> cycle = map.classes().stream()
                .filter(each -> each.cycle() >= 0 && each.distance() == WaitDistance.NAMED)
                .toList();
        boolean whole = cycle.stream()
                .allMatch(each -> map.classes().stream()
                        .filter(other -> map.isInCycle(each, other))
                        .allMatch(other -> other.distance() == WaitDistance.NAMED));
        return whole ? cycle : List.of();
    }

    private String cycle(List<WaitClass> cycle) {
        List<List<Wait>> places = cycle.stream()
                .flatMap(each -> WaitText.places(each.ranks(), aligned).stream())
                .limit(MOST_IN_CYCLE)
                .toList();
        List<String> clauses = new ArrayList<>();
        clauses.add(WaitText.clause(
                places.get(0), " for " + Wording.shortRanks(places.get(0).get(0).absent()), aligned));
        places.stream().skip(1).map(HeldUpText::waits).forEach(clauses::add);
        return Wording.capital(String.join("; ", clauses)) + '.';
    }
}
