package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.WaitClock;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.DurationText;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Who waits where and for how long, in words. */
final class WaitText {
    private static final int MOST_EVIDENCE = 4;

    private WaitText() {}

    /**
     * Returns a sentence about the call in which most of some ranks wait: {@code Ranks 0–2 have waited for it in all_reduce,
     * call 14 on `world`, at Train.java:41 for 37 s.} Empty where none waits.
     *
     * @param ranks the ranks of which some may wait
     * @param whom for whom, such as {@code  for it}; empty to leave it out
     */
    static String of(List<Integer> ranks, String whom, AlignedJob aligned) {
        return places(ranks, aligned).stream()
                .max(Comparator.comparingInt(List::size))
                .map(waits -> Wording.capital(clause(waits, whom, aligned)) + ".")
                .orElse("");
    }

    /** Returns the waits of some ranks by the call that they are in, in the order of the ranks; each message is alone. */
    static List<List<Wait>> places(List<Integer> ranks, AlignedJob aligned) {
        Map<List<Object>, List<Wait>> together = new LinkedHashMap<>();
        ranks.stream()
                .map(aligned::waitOf)
                .filter(Objects::nonNull)
                .forEach(wait -> together.computeIfAbsent(
                                List.of(
                                        wait.communicator().identity(),
                                        wait.pointToPoint()
                                                ? -wait.rank() - 1L
                                                : wait.call().sequence(),
                                        wait.call().state() == CallState.FAILED),
                                place -> new ArrayList<>())
                        .add(wait));
        return new ArrayList<>(together.values());
    }

    /** Returns {@code ranks 0–2 have waited for it in all_reduce, call 14 on `world` (Train.java:41) for 37 s}. */
    static String clause(List<Wait> waits, String whom, AlignedJob aligned) {
        Wait first = typical(waits);
        List<Integer> ranks = waits.stream().map(Wait::rank).toList();
        String who = Wording.lowerRanks(ranks);
        String in = " in " + Wording.in(first) + Wording.place(first.call().stack());
        if (first.call().state() == CallState.FAILED) {
            return who + " failed" + in;
        }
        if (isCounted(first)) {
            return who + " launched" + in.substring(" in".length());
        }
        String time = time(waits, aligned);
        return who
                + (time.isEmpty()
                        ? Wording.either(ranks, " waits", " wait") + whom + in
                        : Wording.either(ranks, " has waited", " have waited") + whom + in + time);
    }

    /** Returns the first of the waits that are at the line where most are: ranks may come to one call from several. */
    private static Wait typical(List<Wait> waits) {
        Map<StackFrame, List<Wait>> sites = new LinkedHashMap<>();
        waits.forEach(each -> sites.computeIfAbsent(each.call().stack().siteFrame(), site -> new ArrayList<>())
                .add(each));
        return sites.values().stream()
                .reduce((one, other) -> other.size() > one.size() ? other : one)
                .orElse(waits)
                .get(0);
    }

    /** Returns whether a source only counts the call, so that it does not show that the rank waits. */
    static boolean isCounted(Wait wait) {
        Membership member = wait.communicator().memberships().get(wait.rank());
        return !wait.pointToPoint() && member != null && member.collectives().numberedUncertainly();
    }

    /** Returns a sentence about how long ranks have waited, the first of them, as {@code who}; empty where that is unknown. */
    static String longest(List<Integer> ranks, String who, AlignedJob aligned) {
        List<Wait> waits = ranks.stream().map(aligned::waitOf).toList();
        String time = time(waits, aligned);
        return time.isEmpty() ? "" : who + Wording.either(ranks, " has", " have") + " waited" + time + ".";
    }

    /** Returns {@code  for at least 30 min}; empty where nothing shows it. */
    private static String time(List<Wait> waits, AlignedJob aligned) {
        List<Integer> ranks = waits.stream().map(Wait::rank).toList();
        long age = WaitClock.of(waits, aligned) == Fact.UNDATED ? Call.NO_TIME : aligned.longestWait(ranks);
        return age == Call.NO_TIME
                ? ""
                : " for " + (aligned.job().seenToTheEnd(ranks) ? "" : "at least ") + DurationText.of(age);
    }

    /** Returns the calls of the first few ranks that wait, or failed in what they waited for. */
    static List<Evidence> evidence(List<Integer> ranks, AlignedJob aligned) {
        return ranks.stream()
                .map(aligned::waitOf)
                .filter(Objects::nonNull)
                .limit(MOST_EVIDENCE)
                .map(wait -> new Evidence(
                        wait.rank(),
                        wait.call(),
                        wait.call().state() == CallState.FAILED
                                ? "failed in it"
                                : isCounted(wait) ? "launched it" : "waits in it"))
                .toList();
    }
}
