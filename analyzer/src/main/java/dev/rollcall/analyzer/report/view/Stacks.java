package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.LockCycle;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Collects the stacks that show a finding: of its evidence, and of how the named ranks ended or what they are busy with. */
public final class Stacks {
    private static final int MOST_FRAMES = 16;

    private final Job job;
    private final Finding finding;
    private final SourceTree sources;
    private final Set<Integer> named;
    private final List<Told> told;
    private final Map<Integer, List<Call>> calls = new HashMap<>();
    private final AlikeRanks alike;
    private final Map<Key, String> failures = new HashMap<>();
    private final Map<Key, TreeSet<Integer>> groups = new LinkedHashMap<>();

    private Stacks(Job job, Finding finding, SourceTree sources) {
        this.job = job;
        this.finding = finding;
        this.sources = sources;
        this.alike = new AlikeRanks(job);
        this.named = new LinkedHashSet<>(finding.ranks());
        this.told = told();
        for (Told each : told) {
            calls.computeIfAbsent(each.evidence.rank(), rank -> new ArrayList<>())
                    .add(each.call());
            each.others.forEach(other ->
                    calls.computeIfAbsent(other, rank -> new ArrayList<>()).add(each.call()));
        }
    }

    /**
     * Returns the stacks of a finding, equal ones of several ranks once, the named ranks' first; before them all the
     * condition that sent the ranks different ways, where it is known.
     */
    public static List<StackView> of(Job job, Finding finding, SourceTree sources) {
        Stacks stacks = new Stacks(job, finding, sources);
        stacks.collect();
        List<StackView> views = new ArrayList<>();
        for (boolean blamed : List.of(true, false)) {
            stacks.groups.forEach((key, ranks) -> {
                if (key.named == blamed) {
                    views.add(stacks.view(key, List.copyOf(ranks)));
                }
            });
        }
        if (views.stream().allMatch(StackView::named)) {
            views.sort(Comparator.comparing(view -> view.ranks().get(0)));
        }
        if (finding.branch() != null && !finding.ranks().isEmpty()) {
            views.add(0, stacks.fork(finding.branch()));
        }
        return views;
    }

    private StackView fork(Branch branch) {
        StackFrame frame = new StackFrame(type(finding, branch.file()), "", branch.file(), branch.line());
        FrameView view = new FrameView("", FrameView.line(frame), true, sources.around(frame));
        String title = "the branch that separates the ranks: " + Printable.of(branch.condition());
        return new StackView(finding.ranks(), true, title, "", List.of(view), 0);
    }

    /** Returns the class that a stack of the finding has in a file: sources are found by a class's package. */
    static String type(Finding finding, String file) {
        return finding.evidence().stream()
                .filter(each -> each.call() != null)
                .flatMap(each -> each.call().stack().frames().stream())
                .filter(frame -> frame.file().equals(file))
                .map(StackFrame::type)
                .findFirst()
                .orElse("");
    }

    /** A call of the evidence, where it was made, and the other ranks that made it alike. */
    private record Told(Evidence evidence, Communicator where, List<Integer> others) {
        private Call call() {
            return evidence.call();
        }
    }

    private record Key(boolean named, String title, String note, CallStack stack) {
        /** As a record's own, which would be linked at the first use. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Key that
                    && named == that.named
                    && title.equals(that.title)
                    && note.equals(that.note)
                    && stack.equals(that.stack);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * title.hashCode() + note.hashCode()) + stack.hashCode();
        }
    }

    private void collect() {
        for (int number : named) {
            LockCycle deadlock = job.deadlock(number);
            if (deadlock != null) {
                deadlock.threads().forEach(thread -> add(number, deadlock, thread));
                continue;
            }
            Key now = whereNow(number);
            if (now != null && !shown(number, now.stack)) {
                add(number, now.title, now.note, now.stack);
            }
        }
        told.forEach(this::add);
        for (Evidence evidence : finding.evidence()) {
            if (evidence.copy() != null) {
                String title =
                        "the first bad copy: " + Printable.of(evidence.copy().describe());
                add(
                        evidence.rank(),
                        title,
                        Printable.of(evidence.note()),
                        evidence.copy().stack());
            } else if (evidence.operation() != null) {
                add(
                        evidence.rank(),
                        Printable.of(evidence.operation().describe()),
                        Printable.of(evidence.note()),
                        evidence.operation().stack());
            } else if (evidence.call() == null && whereNow(evidence.rank()) == null) {
                String title = job.rank(evidence.rank()) == null
                        ? MissingSource.cell(job)
                        : job.seesAllCalls(evidence.rank()) ? "no call" : "no call recorded";
                add(evidence.rank(), title, Printable.of(evidence.note()), CallStack.UNKNOWN);
            }
        }
    }

    private void add(int number, LockCycle deadlock, String thread) {
        job.rank(number).threads().stream()
                .filter(seen -> seen.thread().equals(thread))
                .reduce((earlier, later) -> later)
                .ifPresent(seen -> add(
                        number,
                        Endings.describe(seen),
                        "deadlock: " + Printable.of(deadlock.describe()),
                        seen.stack()));
    }

    /** Looks who else made the calls of the evidence. */
    private List<Told> told() {
        List<Told> told = new ArrayList<>();
        for (Evidence evidence : finding.evidence()) {
            int rank = evidence.rank();
            Call call = evidence.call();
            if (call == null) {
                continue;
            }
            Communicator where = alike.where(rank, call);
            boolean known = told.stream()
                    .anyMatch(other -> other.where == where
                            && other.call().sequence() == call.sequence()
                            && other.others.contains(rank));
            List<Integer> others = where == null || known
                    ? List.of()
                    : alike.others(where, rank, call).stream()
                            .filter(other -> named.contains(other) == named.contains(rank))
                            .toList();
            told.add(new Told(evidence, where, others));
        }
        return told;
    }

    private void add(Told each) {
        Call call = each.call();
        Communicator where = each.where;
        String place = where == null || where == finding.communicator() ? "" : " on " + Printable.of(where.name());
        String asked = Printable.of(where == null ? call.signature().describe() : where.describe(call.signature()));
        String title = call.sequence() == 0 || where != null && !where.numbersCalls()
                ? asked + place
                : "call " + NumberText.grouped(call.sequence()) + place + ": " + asked;
        Set<Integer> ranks = new TreeSet<>(each.others);
        ranks.add(each.evidence.rank());
        for (int rank : ranks) {
            ThreadSnapshot seen = seenIn(rank, call);
            String note = Printable.of(each.evidence.note()) + (seen == null ? "" : "; the thread's stack");
            CallStack stack = seen == null ? call.stack() : seen.stack();
            Key key = new Key(named.contains(each.evidence.rank()), title, note, stack);
            groups.computeIfAbsent(key, whose -> new TreeSet<>()).add(rank);
            if (!call.failure().isEmpty()) {
                failures.putIfAbsent(key, Failures.brief(call.failure()));
            }
        }
    }

    /** Returns what was seen of a rank while its call was pending, where the call's source has no stack; null for nothing. */
    private ThreadSnapshot seenIn(int rank, Call call) {
        boolean lacking = call.stack().frames().isEmpty() && call.state().pending() && job.rank(rank) != null;
        return lacking ? job.currentSnapshot(rank) : null;
    }

    /** Returns whether a rank's evidence shows already where it is: in an unfinished call, or where it was seen last. */
    private boolean shown(int rank, CallStack now) {
        return calls.getOrDefault(rank, List.of()).stream()
                .anyMatch(call ->
                        call.state().pending() && !job.rank(rank).ending().hasEnded()
                                || now.site() >= 0
                                        && now.siteFrame().equals(call.stack().siteFrame()));
    }

    private Key whereNow(int number) {
        Rank rank = job.rank(number);
        if (rank == null) {
            return null;
        }
        if (!rank.ending().stack().frames().isEmpty()) {
            return new Key(
                    true, Endings.describe(rank.ending()), "", rank.ending().stack());
        }
        ThreadSnapshot busy = job.currentSnapshot(number);
        if (busy == null) {
            return null;
        }
        String when = busy.time() == Call.NO_TIME ? "" : "as seen " + Times.moment(busy.time(), List.of(rank));
        return new Key(true, Endings.describe(busy), when, busy.stack());
    }

    private Key add(int rank, String title, String note, CallStack stack) {
        Key key = new Key(named.contains(rank), title, note, stack);
        groups.computeIfAbsent(key, whose -> new TreeSet<>()).add(rank);
        return key;
    }

    private StackView view(Key key, List<Integer> ranks) {
        List<StackFrame> frames = key.stack.frames();
        int shown = Math.min(frames.size(), Math.max(MOST_FRAMES, key.stack.site() + 4));
        List<FrameView> views = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            StackFrame frame = frames.get(i);
            boolean site = i == key.stack.site();
            views.add(new FrameView(
                    Printable.of(frame.shortMethod()),
                    FrameView.line(frame),
                    site,
                    site ? sources.around(frame) : List.of()));
        }
        return new StackView(ranks, key.named, key.title, note(key), views, frames.size() - shown);
    }

    /** Returns what a stack shows; of several ranks' errors the first one's stands for all. */
    private String note(Key key) {
        String failure = failures.get(key);
        if (failure == null) {
            return key.note;
        }
        return (key.note.isEmpty() ? "" : key.note + "; ") + "failed: " + failure;
    }
}
