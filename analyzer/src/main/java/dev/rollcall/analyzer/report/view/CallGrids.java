package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Frame;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import dev.rollcall.analyzer.report.view.CallGrid.Column;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Draws the {@link CallGrid} of a finding. */
public final class CallGrids {
    private static final int BEFORE = 3;
    private static final int AFTER = 2;
    /** Evidence farther than this from the divergence has its stack shown, but not its row. */
    private static final int REACH = 6;

    private static final String WAITING = "waiting";

    private final Job job;
    private final Finding finding;
    private final boolean pointToPoint;
    private final Set<Long> marked = new HashSet<>();
    private final Set<Integer> named;

    private CallGrids(Job job, Finding finding) {
        this.job = job;
        this.finding = finding;
        this.pointToPoint = finding.evidence().stream()
                .map(Evidence::call)
                .anyMatch(call -> call != null && call.sequence() == finding.sequence() && isPointToPoint(call));
        this.named = new HashSet<>(finding.ranks());
        marked.add(finding.sequence());
        for (Evidence evidence : finding.evidence()) {
            Call call = evidence.call();
            if (call != null
                    && named.contains(evidence.rank())
                    && isPointToPoint(call) == pointToPoint
                    && Math.abs(call.sequence() - finding.sequence()) <= REACH) {
                marked.add(call.sequence());
            }
        }
    }

    /**
     * Returns the calls around a finding.
     *
     * @param job the finding's job
     * @param finding the finding
     * @param most how many columns there is room for
     * @return the grid, or null where the finding has no place on one communicator
     */
    public static CallGrid around(Job job, Finding finding, int most) {
        if (finding.communicator() == null || finding.sequence() <= 0) {
            return null;
        }
        return new CallGrids(job, finding).draw(most);
    }

    private CallGrid draw(int most) {
        long first = Math.max(1, marked.stream().min(Long::compare).orElseThrow() - BEFORE);
        long last = marked.stream().max(Long::compare).orElseThrow() + AFTER;
        Communicator communicator = finding.communicator();
        Map<Object, Group> groups = new LinkedHashMap<>();
        for (Membership member : communicator.memberships().values()) {
            List<Cell> cells = cells(member, first, last);
            boolean blamed = named.contains(member.rank());
            groups.computeIfAbsent(List.of(blamed, cells), key -> new Group(blamed, cells))
                    .ranks
                    .add(member.rank());
        }
        List<Group> ordered = new ArrayList<>(groups.values());
        ordered.sort(Comparator.comparing((Group group) -> !group.named)
                .thenComparing(group -> -group.ranks.size())
                .thenComparing(group -> group.ranks.get(0)));
        List<Group> shown = ordered.subList(0, Math.min(most, ordered.size()));
        Set<Integer> omitted = new TreeSet<>();
        ordered.subList(shown.size(), ordered.size()).forEach(group -> omitted.addAll(group.ranks));
        return new CallGrid(
                Printable.of(communicator.name()),
                communicator.size(),
                shown.stream()
                        .map(group -> new Column(group.ranks, group.named))
                        .toList(),
                rows(shown, first, last),
                List.copyOf(omitted),
                unread(communicator));
    }

    private List<CallGrid.Row> rows(List<Group> shown, long first, long last) {
        List<CallGrid.Row> rows = new ArrayList<>();
        for (long sequence = first; sequence <= last; sequence++) {
            int at = (int) (sequence - first);
            boolean divergent = sequence == finding.sequence();
            boolean mark = marked.contains(sequence);
            List<Cell> cells = shown.stream()
                    .map(group -> group.cells.get(at).marked(mark && group.named))
                    .toList();
            boolean empty = sequence > finding.sequence() && cells.stream().noneMatch(Cell::made);
            if (!empty || mark) {
                rows.add(new CallGrid.Row(sequence, divergent, cells));
            }
        }
        return rows;
    }

    private List<Cell> cells(Membership member, long first, long last) {
        CallSequence calls = pointToPoint ? member.pointToPoint() : member.collectives();
        List<Cell> cells = new ArrayList<>();
        boolean waiting = false;
        for (long sequence = first; sequence <= last; sequence++) {
            Cell cell = cell(member, calls, sequence, waiting);
            waiting |= cell.state().equals(WAITING);
            cells.add(cell);
        }
        return cells;
    }

    private Cell cell(Membership member, CallSequence calls, long sequence, boolean waiting) {
        Call kept = member.overwrittenPending();
        if (sequence < calls.firstSequence()) {
            return kept != null && kept.sequence() == sequence && isPointToPoint(kept) == pointToPoint
                    ? cell(kept.signature(), kept.stack().siteFrame(), kept.state(), waiting)
                    : new Cell("overwritten", "", "", false, false);
        }
        if (sequence > calls.lastSequence()) {
            return new Cell(sequence == calls.lastSequence() + 1 ? "no call" : "–", "", "", false, false);
        }
        int index = (int) (sequence - calls.firstSequence());
        Signature signature = job.signatures().value(calls.signature(index));
        if (signature.equals(Signature.LOST)) {
            return new Cell("record lost", "", "", false, false);
        }
        return cell(signature, job.sites().value(calls.site(index)), calls.state(index), waiting);
    }

    private static Cell cell(Signature signature, Frame site, CallState state, boolean waiting) {
        String note = "";
        if (state.pending()) {
            note = waiting ? "not finished" : WAITING;
        } else if (state == CallState.FAILED) {
            note = "failed";
        }
        return new Cell(Printable.of(signature.describe()), FrameView.place(site), note, true, false);
    }

    private List<Integer> unread(Communicator communicator) {
        Set<Integer> read = job.ranks().stream().map(Rank::number).collect(Collectors.toSet());
        return communicator.members().stream()
                .filter(rank -> rank >= 0 && !read.contains(rank))
                .sorted()
                .toList();
    }

    private static boolean isPointToPoint(Call call) {
        String operation = call.signature().operation();
        return operation.equals("send") || operation.equals("recv");
    }

    private static final class Group {
        private final boolean named;
        private final List<Cell> cells;
        private final List<Integer> ranks = new ArrayList<>();

        private Group(boolean named, List<Cell> cells) {
            this.named = named;
            this.cells = cells;
        }
    }
}
