package dev.rollcall.analyzer.report.picture;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.picture.Timeline.Hue;
import dev.rollcall.analyzer.report.picture.Timeline.Lane;
import dev.rollcall.analyzer.report.picture.Timeline.Span;
import dev.rollcall.analyzer.report.picture.Timeline.Tick;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.Times;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitDistance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws the {@link Timeline} of a verdict. The axis begins with the last calls of a named rank and ends with the last event; the
 * time that ranks have waited since is not to scale, because it is often a thousand times as long. Not thread-safe.
 */
public final class Timelines {
    private static final int MOST_LANES = 8;
    private static final int MOST_CALLS = 12;
    private static final int LABEL = 150;
    private static final int AXIS = 560;
    private static final int NOW = 110;
    private static final int GAP = 10;
    private static final int TOP = 8;
    private static final int TICKS = 4;
    private static final int NARROWEST = 3;
    private static final int FONT = 12;
    private static final int LONGEST_NAME = 40;

    private record Made(Communicator communicator, Call call) {
        /** Returns when the call completed; {@link Call#NO_TIME} where it did not, or that is unknown. */
        private long ended() {
            return call.state().pending() ? Call.NO_TIME : call.completed();
        }
    }

    private final Verdict verdict;
    private final Map<WaitClass, List<Made>> calls = new LinkedHashMap<>();
    private final Map<String, String> hues = new LinkedHashMap<>();
    private long begin = Long.MAX_VALUE;
    private long end = Call.NO_TIME;

    private Timelines(Verdict verdict) {
        this.verdict = verdict;
    }

    /** Returns the picture; null where the job is not frozen, or fewer than two classes of ranks have times by one clock. */
    public static Timeline of(Verdict verdict) {
        if (verdict.mainFinding() == null || verdict.frozenAt() == Call.NO_TIME) {
            return null;
        }
        Timelines timelines = new Timelines(verdict);
        timelines.collect();
        return timelines.calls.size() < 2 || timelines.begin >= timelines.end ? null : timelines.draw();
    }

    private void collect() {
        for (WaitClass each : verdict.waits().classes()) {
            Rank rank = verdict.job().rank(each.longest());
            List<Made> made = calls.size() < MOST_LANES && rank != null && rank.hasCallTimes()
                    ? lastCalls(rank, each)
                    : List.of();
            if (!made.isEmpty()) {
                calls.put(each, made);
            }
        }
        calls.forEach((each, made) -> {
            if (each.distance() == WaitDistance.NAMED || begin == Long.MAX_VALUE) {
                begin = Math.min(begin, made.get(0).call.enqueued());
            }
            made.forEach(one -> end = Math.max(end, Math.max(one.call.enqueued(), one.ended())));
        });
        Map<String, Integer> counts = new HashMap<>();
        // Colours go first to the communicators in which ranks wait.
        calls.values()
                .forEach(made -> made.forEach(one -> counts.merge(
                        one.communicator.name(), one.call.state().pending() ? MOST_CALLS : 1, Integer::sum)));
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed().thenComparing(Map.Entry::getKey))
                .limit(Hues.COUNT)
                .forEach(name -> hues.put(name.getKey(), Hues.style(hues.size())));
    }

    /** Returns the newest calls of a rank, among them the one in which it waits. */
    private List<Made> lastCalls(Rank rank, WaitClass each) {
        List<Made> made = new ArrayList<>();
        Made wait = null;
        for (Communicator communicator : verdict.job().communicators()) {
            Membership member = communicator.memberships().get(rank.number());
            if (member != null) {
                if (each.call() != null
                        && each.call().enqueued() != Call.NO_TIME
                        && each.communicators().contains(communicator)
                        && isIn(member, each.call())) {
                    wait = new Made(communicator, each.call());
                }
                for (CallSequence calls : List.of(member.collectives(), member.pointToPoint())) {
                    for (int i = Math.max(0, calls.size() - MOST_CALLS); i < calls.size(); i++) {
                        if (calls.enqueued(i) != Call.NO_TIME) {
                            made.add(new Made(communicator, calls.call(i)));
                        }
                    }
                }
            }
        }
        made.sort(Comparator.comparingLong(one -> one.call.enqueued()));
        List<Made> last = new ArrayList<>(made.subList(Math.max(0, made.size() - MOST_CALLS), made.size()));
        if (wait != null && last.stream().noneMatch(one -> isWait(one, each))) {
            last.set(0, wait);
        }
        return last;
    }

    private static boolean isIn(Membership member, Call call) {
        CallSequence calls = call.signature().traits().pointToPoint() ? member.pointToPoint() : member.collectives();
        return calls.holds(call.sequence())
                        && calls.enqueued((int) (call.sequence() - calls.firstSequence())) == call.enqueued()
                || call.equals(member.overwrittenPending());
    }

    /** Returns whether a call is the one in which the ranks of a class wait; others may ask for the same. */
    private static boolean isWait(Made one, WaitClass each) {
        return each.call() != null
                && one.call.state().pending()
                && one.call.sequence() == each.call().sequence()
                && one.call.signature().traits().pointToPoint()
                        == each.call().signature().traits().pointToPoint()
                && each.communicators().contains(one.communicator);
    }

    private Timeline draw() {
        List<Lane> lanes = new ArrayList<>();
        calls.forEach((each, made) -> {
            String whole = RankText.title(each.ranks());
            lanes.add(new Lane(
                    label(each.ranks(), whole),
                    each.ranks().size() == 1 ? whole : whole + ": the calls of rank " + each.longest(),
                    each.distance() == WaitDistance.NAMED,
                    TOP + lanes.size() * (Timeline.LANE + GAP),
                    spans(each, made)));
        });
        List<Hue> legend = new ArrayList<>();
        hues.forEach((name, style) -> legend.add(new Hue(style, Printable.shortened(name, LONGEST_NAME))));
        if (calls.values().stream().flatMap(List::stream).anyMatch(one -> !hues.containsKey(one.communicator.name()))) {
            legend.add(new Hue(Hues.OTHER, "other communicators"));
        }
        int left = verdict.waits().classes().size() - calls.size();
        return new Timeline(
                "The last " + Times.duration(end - begin)
                        + " before the freeze. A lane is ranks that behave alike, with the calls of the one"
                        + " that has waited longest; the colour is the communicator, an outline a call that has not completed. The time behind the dashed line is not to scale."
                        + (left > 0 ? " Not shown: " + left + (left == 1 ? " class." : " classes.") : ""),
                summary(),
                LABEL + AXIS + NOW + 1,
                TOP + lanes.size() * (Timeline.LANE + GAP) + Timeline.BOTTOM,
                lanes,
                ticks(),
                LABEL + AXIS,
                legend);
    }

    private static String label(List<Integer> ranks, String whole) {
        String label = TextWidth.of(whole, FONT) <= LABEL - 10
                ? whole
                : NumberText.grouped(ranks.size()) + " ranks, e.g. " + ranks.get(0);
        return TextWidth.fit(label, LABEL - 10, FONT);
    }

    private List<Span> spans(WaitClass each, List<Made> made) {
        List<Span> spans = new ArrayList<>();
        long gone = end(verdict.job().rank(each.longest()));
        for (Made one : made) {
            boolean pending = one.call.state().pending();
            long ended = Math.max(one.call.enqueued(), pending ? Math.min(gone, end) : one.ended());
            if (ended >= begin) {
                int from = x(Math.max(begin, one.call.enqueued()));
                boolean waits = pending && gone == Long.MAX_VALUE;
                int to = waits ? LABEL + AXIS + NOW : x(ended);
                String waited =
                        waits && isWait(one, each) && !each.waitedText().isEmpty() ? "waits " + each.waitedText() : "";
                spans.add(new Span(
                        from,
                        Math.max(NARROWEST, to - from),
                        hues.getOrDefault(one.communicator.name(), Hues.OTHER),
                        pending,
                        waited,
                        tip(one, waited)));
            }
        }
        // A call that has not completed is drawn below those that were made while it was pending.
        spans.sort(Comparator.comparing((Span span) -> !span.pending()));
        return Collections.unmodifiableList(spans);
    }

    /** Returns when a rank ended; after any time where it is alive. */
    private static long end(Rank rank) {
        if (!rank.ending().hasEnded() && !rank.ending().isStopped()) {
            return Long.MAX_VALUE;
        }
        return rank.ending().time() == Call.NO_TIME
                ? rank.lastAlive()
                : rank.ending().time();
    }

    private int x(long time) {
        return LABEL + (int) Math.round((double) (time - begin) / (end - begin) * AXIS);
    }

    private static String tip(Made one, String waited) {
        StackFrame site = one.call.stack().siteFrame();
        String took = one.ended() == Call.NO_TIME
                ? waited
                : "took " + Times.duration(Math.max(0, one.ended() - one.call.enqueued()));
        return Printable.of(one.communicator.describe(one.call.signature()) + ", " + one.communicator.callName(one.call)
                + " on " + one.communicator.name() + (site == null ? "" : ", " + site.place())
                + (took.isEmpty() ? "" : ", " + took));
    }

    private List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < TICKS; i++) {
            long before = (end - begin) * (TICKS - i) / TICKS;
            ticks.add(new Tick(x(end - before), "−" + Times.duration(before)));
        }
        ticks.add(new Tick(LABEL + AXIS, "last event"));
        ticks.add(new Tick(LABEL + AXIS + NOW - 2 * GAP, "now"));
        return ticks;
    }

    private String summary() {
        List<String> parts = new ArrayList<>();
        calls.forEach((each, made) -> {
            Made last =
                    made.stream().filter(one -> isWait(one, each)).findFirst().orElse(made.get(made.size() - 1));
            parts.add(RankText.describe(each.ranks())
                    + (last.call.state().pending() ? " in " : " after ")
                    + Printable.of(last.call.signature().operation() + " on " + last.communicator.name()));
        });
        return "The last calls: " + String.join("; ", parts) + ".";
    }
}
