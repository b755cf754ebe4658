package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.DurationText;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.LockCycle;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.wait.Pace;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Map;

/** What became of ranks that no longer call, in words. */
final class RankStateText {
    private static final int MOST_REASON_WORDS = 7;

    private RankStateText() {}

    /** Returns what is known of where ranks are that have one story, by the first of them; empty where nothing is. */
    static String of(List<Integer> ranks, AlignedJob aligned) {
        Rank rank = aligned.job().rank(ranks.get(0));
        Ending ending = rank.ending();
        String process = processes(ranks);
        return switch (ending.kind()) {
            case UNCAUGHT_EXCEPTION ->
                threads(ranks, ending.thread()) + " ended with "
                        + Sentence.clipped(Wording.brief(ending.reason()), MOST_REASON_WORDS) + where(ending.stack());
            case EXITED ->
                ending.exitCode() < 0
                        ? process + " exited"
                        : process + " exited with code " + ending.exitCode() + where(ending.stack());
            case DIED ->
                ending.signal().isEmpty()
                        ? process + " died without an end record"
                        : process + Wording.either(ranks, " was", " were") + " ended by " + ending.signal();
            default -> alive(ranks, rank, aligned);
        };
    }

    /** Returns which exception a rank printed that may not have ended it, without a subject; empty if it printed none. */
    static String printed(Rank rank) {
        String exception = rank.ending().printedException();
        return exception.isEmpty()
                ? ""
                : "printed " + Sentence.clipped(Wording.brief(exception), MOST_REASON_WORDS)
                        + where(rank.ending().stack());
    }

    private static String alive(List<Integer> ranks, Rank rank, AlignedJob aligned) {
        Pace pace = aligned.pace();
        boolean before = rank.lastAlive() != Call.NO_TIME && pace.now() - rank.lastAlive() > Thresholds.SIGN_OF_LIFE;
        LockCycle deadlock = aligned.job().deadlock(rank.number());
        if (deadlock != null) {
            return Wording.whose(ranks) + " " + deadlock.describe();
        }
        ThreadSnapshot main = aligned.job().currentSnapshot(rank.number());
        if (main == null || main.stack().frames().isEmpty()) {
            if (before && rank.ending().isUnknown()) {
                return silent(ranks, pace.now() - rank.lastAlive(), aligned);
            }
            if (aligned.job().isStoppedAlone(rank)) {
                return threads(ranks, rank.ending().thread()) + " exited with code 0"
                        + where(rank.ending().stack());
            }
            return before
                    ? Wording.whose(ranks) + Wording.either(ranks, " trace ends ", " traces end ")
                            + DurationText.of(pace.now() - rank.lastAlive()) + " before the others'"
                    : "";
        }
        int site = main.stack().innermost();
        StackFrame inside = main.stack().frames().get(Math.max(0, site - 1));
        String who = threads(ranks, main.thread()) + Wording.either(ranks, " is", " are");
        if (site < 0) {
            return who + " in " + inside.shortMethod();
        }
        return who + Wording.at(main.stack()) + (site == 0 ? "" : ", in " + inside.shortMethod());
    }

    /**
     * Tells that nothing was noted of ranks: for how long, unless that is far longer than anybody waits, as between hosts whose
     * clocks are apart; and of whom else nothing was, where that is everybody who does not wait.
     */
    private static String silent(List<Integer> ranks, long silence, AlignedJob aligned) {
        Pace pace = aligned.pace();
        Map<Integer, Wait> waits = aligned.waits().waits();
        long longest = waits.values().stream().mapToLong(pace::age).max().orElse(Call.NO_TIME);
        String whom = Wording.either(ranks, "it", "them");
        if (longest != Call.NO_TIME && silence / 2 > longest + Thresholds.SIGN_OF_LIFE) {
            return "nothing more was recorded of " + whom;
        }
        List<Rank> others = aligned.job().ranks().stream()
                .filter(other -> !ranks.contains(other.number()) && !waits.containsKey(other.number()))
                .toList();
        boolean asSilent = others.stream()
                .allMatch(other -> other.ending().isUnknown()
                        && other.threads().isEmpty()
                        && other.lastAlive() != Call.NO_TIME
                        && pace.now() - other.lastAlive() > silence / 2);
        return "nothing was recorded of " + whom + " in the last " + DurationText.of(silence)
                + (others.isEmpty() || !asSilent
                        ? ""
                        : ", nor of "
                                + Wording.lowerRanks(
                                        others.stream().map(Rank::number).toList()));
    }

    private static String where(CallStack stack) {
        return stack.siteFrame() == null ? "" : " at " + stack.siteFrame().place();
    }

    private static String processes(List<Integer> ranks) {
        return Wording.whose(ranks) + Wording.either(ranks, " process", " processes");
    }

    private static String threads(List<Integer> ranks, String name) {
        if (name.isEmpty()) {
            return processes(ranks);
        }
        String thread = Wording.either(ranks, "thread", "threads");
        return Wording.whose(ranks) + " " + (name.equals("main") ? "main " + thread : thread + " " + name);
    }
}
