package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.DeviceFault;
import dev.rollcall.analyzer.model.DeviceOperation;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.MisplacedArgument;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.SourceFile;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.TextTable.Side;
import dev.rollcall.analyzer.report.view.CopyMatrices;
import dev.rollcall.analyzer.report.view.Endings;
import dev.rollcall.analyzer.report.view.LaneFacts;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.ProcessFacts;
import dev.rollcall.analyzer.report.view.RetainedView;
import dev.rollcall.analyzer.report.view.Times;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** One file of evidence as text for a terminal: whose it is, how far it got where, and its calls. Immutable. */
public final class TraceText {
    private static final int LABEL = 12;
    private static final int NAME = 28;
    private static final int NUMBER = 16;

    private final Ink ink;
    private final int width;
    private final Selection selection;

    /**
     * Makes a printer.
     *
     * @param ink colours or none
     * @param width columns to fill, at least 60; a table that needs more takes more
     * @param selection what to show
     */
    public TraceText(Ink ink, int width, Selection selection) {
        this.ink = ink;
        this.width = width;
        this.selection = selection;
    }

    /** Returns the file's text. */
    public String print(SourceFile file) {
        TextBlock out = new TextBlock(width, ink);
        out.line(ink.strong(Printable.of(file.name())) + ", " + file.kind());
        if (file.processes().size() > 1) {
            out.line(file.processes().size() + " processes");
        }
        for (ProcessTrace process : file.processes()) {
            print(process, out);
        }
        return out.toString();
    }

    private void print(ProcessTrace process, TextBlock out) {
        out.line("");
        for (ProcessFacts.Fact fact : ProcessFacts.of(process)) {
            String label = "  " + fact.label()
                    + " ".repeat(Math.max(1, LABEL - fact.label().length()));
            out.labelled(label, fact.text(), fact.warning() ? ink::doubt : UnaryOperator.identity());
        }
        List<Communicator> communicators = selection.communicators(process);
        if (process.communicators().isEmpty()) {
            out.heading("Communicators").line("  none recorded, and therefore no calls");
        } else if (!communicators.isEmpty()) {
            communicators(process, communicators, out);
            new TextCalls(out, selection).print(process, communicators);
        }
        new TextCopies(out).print(CopyMatrices.of(process));
        devices(process.devices(), out);
        List<RetainedView> retained = RetainedView.of(process);
        if (!retained.isEmpty()) {
            out.heading("Buffers that stay allocated");
            retained.forEach(each -> out.paragraph("  ", each.line()));
        }
        if (selection.stacks()) {
            stacks(process, out);
        }
    }

    /** Prints what its devices were given wrongly, and each error with the operations among which it happened. */
    private static void devices(DeviceRecord devices, TextBlock out) {
        if (!devices.shows()) {
            return;
        }
        out.heading("Devices");
        for (MisplacedArgument found : devices.misplaced()) {
            out.labelled("  misplaced: ", operation(found.operation()));
        }
        for (DeviceFault fault : devices.faults()) {
            out.labelled(
                    "  error " + fault.code() + ": ",
                    "on GPU " + fault.noticed().device() + ", among " + count(fault.count())
                            + (fault.count() == 1 ? " operation" : " operations"));
            if (fault.last() != null) {
                out.labelled("    completed: ", operation(fault.last()));
            }
            fault.operations().forEach(each -> out.labelled("    pending: ", operation(each)));
        }
    }

    private static String operation(DeviceOperation operation) {
        StackFrame site = operation.stack().siteFrame();
        return Printable.of(
                operation.describe() + (site == null ? "" : " at " + site.shortMethod() + " (" + site.place() + ")"));
    }

    private void communicators(ProcessTrace process, List<Communicator> communicators, TextBlock out) {
        out.heading("Communicators");
        TextTable table = new TextTable()
                .column("name", Side.LEFT, NAME)
                .column("rank", Side.RIGHT, NUMBER)
                .column("size", Side.RIGHT, NUMBER)
                .column("calls", Side.RIGHT, NUMBER)
                .column(
                        process.ringReused() ? "overwritten" : process.truncated() ? "lost" : "not held",
                        Side.RIGHT,
                        NUMBER)
                .column("completed", Side.RIGHT, NUMBER)
                .column("oldest pending", Side.LEFT, NAME);
        for (LaneFacts lane : LaneFacts.of(communicators)) {
            Membership.Phase phase = lane.member().phase();
            Call pending = lane.oldestPending();
            table.row(
                    pending == null ? UnaryOperator.identity() : ink::alarm,
                    List.of(),
                    Printable.of(lane.communicator().name())
                            + (lane.pointToPoint() ? " (p2p)" : "")
                            + (phase == Membership.Phase.JOINED
                                    ? ""
                                    : ", " + phase.name().toLowerCase(Locale.ROOT)),
                    lane.member().rank() < 0
                            ? ""
                            : Integer.toString(lane.member().rank()),
                    lane.communicator().size() < 0
                            ? ""
                            : Integer.toString(lane.communicator().size()),
                    count(lane.made()),
                    lane.notHeld() == 0 ? "" : count(lane.notHeld()),
                    completed(lane),
                    pending == null ? "" : pending(lane, process));
        }
        table.print("  ", out);
    }

    private static String completed(LaneFacts lane) {
        if (lane.lastCompleted() > 0) {
            return "to " + count(lane.lastCompleted());
        }
        return lane.made() == 0 ? "" : lane.statesUnknown() ? "unknown" : "none";
    }

    private static String pending(LaneFacts lane, ProcessTrace process) {
        Call call = lane.oldestPending();
        boolean timed = call.enqueued() != Call.NO_TIME && process.lastAlive() >= call.enqueued();
        return count(call.sequence()) + ": " + Printable.of(lane.communicator().describe(call.signature()))
                + (timed ? ", for " + Times.duration(process.lastAlive() - call.enqueued()) : "");
    }

    private void stacks(ProcessTrace process, TextBlock out) {
        if (process.ending() != null && !process.ending().stack().frames().isEmpty()) {
            out.heading("Where it ended").line("  " + Endings.describe(process.ending()));
            TextCalls.frames(process.ending().stack(), ink).forEach(out::line);
        }
        if (!process.threads().isEmpty()) {
            out.heading("Threads");
        }
        for (ThreadSnapshot seen : process.threads()) {
            out.line("  " + Endings.describe(seen) + ", seen " + Times.moment(seen.time()));
            TextCalls.frames(seen.stack(), ink).forEach(out::line);
        }
    }

    /** Returns a number with its thousands apart. */
    static String count(long number) {
        return NumberText.grouped(number);
    }
}
