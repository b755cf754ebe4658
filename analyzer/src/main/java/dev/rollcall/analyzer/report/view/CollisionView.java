package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.view.CallGrid.Cell;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The two or three calls that collide, side by side, and the condition that sent the ranks different ways.
 *
 * @param condition the condition's text, safe to print; empty where none is known
 * @param conditionPlace its file and line
 * @param conditionSource its source line; empty where it was not found
 * @param sides the calls, those of the named ranks first; empty where the finding has no place
 */
public record CollisionView(
        String condition, String conditionPlace, List<SourceLine> conditionSource, List<Side> sides) {
    /** Nothing collides. */
    public static final CollisionView NONE = new CollisionView("", "", List.of(), List.of());

    private static final int MOST_SIDES = 3;

    public CollisionView {
        conditionSource = List.copyOf(conditionSource);
        sides = List.copyOf(sides);
    }

    /**
     * What some ranks did where they parted; all texts are safe to print.
     *
     * @param who the ranks
     * @param named whether the finding names them
     * @param did what they did, such as {@code called} or {@code skipped}
     * @param call the call, or the end of the process
     * @param place the method, file and line; empty where unknown
     * @param source the source line and its neighbours; empty where it was not found
     */
    public record Side(String who, boolean named, String did, String call, String place, List<SourceLine> source) {}

    /** Returns whether there is anything to show. */
    public boolean isEmpty() {
        return sides.isEmpty() && condition.isEmpty();
    }

    /**
     * Returns what collides in a finding.
     *
     * @param grids the calls around the finding
     */
    public static CollisionView of(Job job, Finding finding, List<CallGrid> grids, SourceTree sources) {
        List<Side> sides = operations(finding, sources);
        for (CallGrid grid : sides.isEmpty() ? grids : List.<CallGrid>of()) {
            grid.divergence().ifPresent(row -> add(sides, finding, grid, row, grids.size() > 1, sources));
        }
        if (sides.stream().noneMatch(side -> side.named() && !side.did().equals("skipped"))) {
            Side instead = instead(job, finding, divergent(grids), sources);
            if (instead != null) {
                sides.add(sides.stream().anyMatch(Side::named) ? 1 : 0, instead);
            }
        }
        if (sides.size() < 2 && finding.severity() == Severity.NOTE) {
            sides.clear();
        }
        Branch branch = finding.branch();
        StackFrame head = branch == null
                ? null
                : new StackFrame(Stacks.type(finding, branch.file()), "", branch.file(), branch.line());
        return new CollisionView(
                branch == null ? "" : Printable.of(branch.condition()),
                head == null ? "" : FrameView.line(head),
                head == null ? List.of() : line(sources, head),
                sides.subList(0, Math.min(MOST_SIDES, sides.size())));
    }

    /** Returns the copies and operations of devices that the finding is about. */
    private static List<Side> operations(Finding finding, SourceTree sources) {
        List<Side> sides = new ArrayList<>();
        for (Evidence evidence : finding.evidence()) {
            if (evidence.copy() != null) {
                sides.add(operation(
                        evidence, evidence.copy().describe(), evidence.copy().stack(), sources));
            } else if (evidence.operation() != null) {
                sides.add(operation(
                        evidence,
                        evidence.operation().describe(),
                        evidence.operation().stack(),
                        sources));
            }
        }
        return sides;
    }

    private static Side operation(Evidence evidence, String operation, CallStack stack, SourceTree sources) {
        StackFrame site = stack.siteFrame();
        return new Side(
                RankText.title(List.of(evidence.rank())),
                true,
                Printable.of(evidence.note()),
                Printable.of(operation),
                FrameView.place(site),
                line(sources, site));
    }

    private static void add(
            List<Side> sides, Finding finding, CallGrid grid, CallGrid.Row row, boolean several, SourceTree sources) {
        String on = several ? " on " + grid.communicator() : "";
        Cell others = row.cells().stream()
                .filter(cell -> cell.made() && !cell.marked())
                .findFirst()
                .orElse(null);
        for (int i = 0; i < row.cells().size(); i++) {
            Cell cell = row.cells().get(i);
            CallGrid.Column column = grid.columns().get(i);
            if (cell.made()) {
                sides.add(new Side(
                        column.title(),
                        column.named(),
                        !cell.waiting() ? "called" : column.ranks().size() == 1 ? "waits in" : "wait in",
                        cell.call() + on,
                        cell.place(),
                        line(sources, cell.site())));
            } else if (column.named() && others != null && !row.extra() && isSkipped(cell, finding)) {
                sides.add(new Side(
                        column.title(),
                        true,
                        "skipped",
                        others.call() + on,
                        others.place(),
                        line(sources, others.site())));
            }
        }
        sides.sort((one, other) -> Boolean.compare(other.named(), one.named()));
    }

    private static boolean isSkipped(Cell cell, Finding finding) {
        return cell.call().equals(CallGrid.GAP)
                || cell.call().equals(CallGrid.NO_CALL) && finding.cause() == Cause.SKIPPED_COLLECTIVE;
    }

    /** Returns the number of the call at which ranks part; 0 where it is unknown. */
    private static long divergent(List<CallGrid> grids) {
        return grids.stream()
                .flatMap(grid -> grid.divergence().stream())
                .findFirst()
                .map(CallGrid.Row::sequence)
                .orElse(0L);
    }

    /**
     * Returns what a named rank did instead of a call that it did not make; null where nothing shows it.
     *
     * @param divergent the number of that call; 0 where it is unknown
     */
    private static Side instead(Job job, Finding finding, long divergent, SourceTree sources) {
        Rank rank = finding.ranks().stream()
                .map(job::rank)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (rank == null) {
            return null;
        }
        String who = RankText.title(List.of(rank.number()));
        if (!rank.ending().stack().frames().isEmpty() || rank.ending().hasEnded()) {
            StackFrame site = rank.ending().stack().siteFrame();
            String end = Endings.describe(rank.ending());
            String place = FrameView.place(site);
            return new Side(who, true, "ended", end, end.contains(place) ? "" : place, line(sources, site));
        }
        Call call = finding.evidence().stream()
                .filter(each -> each.rank() == rank.number() && each.call() != null)
                .map(Evidence::call)
                .findFirst()
                .orElse(null);
        if (call != null) {
            StackFrame site = call.stack().siteFrame();
            String did = call.state().pending() ? "waits in" : "called";
            Communicator where = new AlikeRanks(job).where(rank.number(), call);
            boolean elsewhere = where != null && where != finding.communicator();
            boolean later = !elsewhere && divergent > 0 && call.sequence() != divergent;
            String which = elsewhere
                    ? " on " + Printable.of(where.name())
                    : later ? ", call " + NumberText.grouped(call.sequence()) : "";
            return new Side(
                    who,
                    true,
                    did,
                    Printable.of(call.signature().describe()) + which,
                    FrameView.place(site),
                    line(sources, site));
        }
        ThreadSnapshot seen = job.currentSnapshot(rank.number());
        if (seen == null) {
            return null;
        }
        StackFrame site = seen.stack().siteFrame();
        return new Side(who, true, "is in", Endings.describe(seen), FrameView.place(site), line(sources, site));
    }

    /** Returns the line of a frame with the one before and the one after it. */
    private static List<SourceLine> line(SourceTree sources, StackFrame frame) {
        return frame == null
                ? List.of()
                : sources.around(frame).stream()
                        .filter(line -> Math.abs(line.number() - frame.line()) <= 1)
                        .toList();
    }
}
