package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.IncidentDetails.Faults;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.DeviceFault;
import dev.rollcall.analyzer.model.DeviceOperation;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.ArrayList;
import java.util.List;

/** An error of a device, and the operations of which one made it, in words. */
final class FaultText implements FindingTemplate {
    private static final int ILLEGAL_ADDRESS = 700;
    private static final int MOST_PLACES = 3;
    private static final String HARDWARE_REMEDY =
            "Look for Xid errors in the kernel's log (dmesg) and at nvidia-smi -q on that host."
                    + " Reset or replace the GPU.";

    private final Subject subject;
    private final int rank;
    private final DeviceFault fault;

    /** Where the error was noticed; empty where unknown. */
    private final String noticed;

    FaultText(Subject subject, Faults details) {
        this.subject = subject;
        this.rank = details.rank();
        this.fault = details.fault();
        this.noticed = Wording.shortAt(fault.noticed().stack());
    }

    @Override
    public String summary() {
        String code = "CUDA error " + fault.code();
        if (fault.isOfHardware()) {
            return new Sentence("Hardware error (" + code + ") on "
                            + CopyTally.device(fault.noticed().device()) + " of " + subject.who(List.of(rank)))
                    .withOptional(noticed.isEmpty() ? "" : ", noticed" + noticed)
                    .toString();
        }
        DeviceOperation only = fault.only();
        Sentence sentence =
                new Sentence((fault.code() == ILLEGAL_ADDRESS ? "Illegal memory access (" + code + ")" : code) + " on "
                        + CopyTally.device(fault.noticed().device()) + " of " + subject.who(List.of(rank)));
        if (fault.count() == 0) {
            sentence.with(": no recorded operation was left that can have made it");
        } else if (only != null) {
            sentence.with(": " + (fault.isOwn() ? "made by " : "noticed after ") + only.function()
                    + Wording.shortAt(only.stack()) + ", the only recorded operation left");
        } else {
            sentence.with(": made by one of " + Wording.grouped(fault.count()) + " recorded operations")
                    .withOptional(candidates());
        }
        return sentence.toString();
    }

    /** Returns where the operations are if they are few, else since when they were issued; empty where unknown. */
    private String candidates() {
        List<StackFrame> frames = fault.operations().stream()
                .map(each -> each.stack().siteFrame())
                .toList();
        if (fault.count() == frames.size() && frames.size() <= MOST_PLACES && !frames.contains(null)) {
            List<String> places =
                    frames.stream().map(StackFrame::place).distinct().toList();
            return (places.size() == 1 ? " at " : ", at ") + Wording.list(places);
        }
        if (fault.last() == null) {
            return "";
        }
        return " since the one" + Wording.shortAt(fault.last().stack()) + " completed";
    }

    @Override
    public String detail() {
        List<String> parts = new ArrayList<>();
        if (!noticed.isEmpty() && !fault.isOfHardware()) {
            parts.add("It was noticed" + noticed + ".");
        }
        DeviceOperation crossing = fault.onlyCrossing();
        if (crossing != null && fault.count() > 1 && !fault.isOfHardware()) {
            parts.add("Of these, only " + crossing.function() + Wording.shortAt(crossing.stack())
                    + " uses the memory of two devices.");
        }
        List<Integer> others = subject.incident().ranks().stream()
                .filter(number -> number != rank)
                .toList();
        if (!others.isEmpty()) {
            parts.add(Wording.ranks(others) + " met the same error.");
        }
        if (subject.is(Fact.LATER_FAULT)) {
            parts.add("The device of another rank failed before.");
        } else if (!fault.isOfHardware() && fault.operations().stream().anyMatch(DeviceOperation::isCall)) {
            parts.add("A collective is among them, so another rank may have caused it.");
        }
        return String.join(" ", parts);
    }

    @Override
    public String settles() {
        return fault.isOfHardware()
                ? HARDWARE_REMEDY
                : "Run the job once with the agent's option sync=each, or a native program with CUDA_LAUNCH_BLOCKING=1:"
                        + " the error shows at the operation that made it.";
    }

    @Override
    public CauseAdvice advice() {
        CauseAdvice advice = CauseAdvice.of(Cause.DEVICE_ERROR);
        if (fault.isOfHardware()) {
            return new CauseAdvice(
                    "The memory or a link of the GPU failed. No operation of the program made the error.",
                    HARDWARE_REMEDY);
        }
        return fault.only() == null || !fault.isOwn()
                ? advice
                : new CauseAdvice(
                        advice.explanation(),
                        "Look at the line: at the addresses and sizes that this operation is given, and at what was freed"
                                + " before it. Kernels that libraries launch unseen in its context since the last completed"
                                + " operation may also have made the error, with sync=each only those in other streams.");
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        if (fault.isOfHardware()) {
            return evidence;
        }
        for (DeviceOperation each : fault.operations()) {
            evidence.add(Evidence.of(
                    rank, each, fault.only() != null && fault.isOwn() ? "made the error" : "may have made the error"));
        }
        if (fault.last() != null) {
            evidence.add(Evidence.of(rank, fault.last(), "the last that completed"));
        }
        return evidence;
    }
}
