package dev.rollcall.samples.generate.fault;

import static dev.rollcall.samples.generate.program.ProgramAction.HaltKind.CRASHED;
import static dev.rollcall.samples.generate.program.ProgramAction.HaltKind.EXITED;
import static dev.rollcall.samples.generate.program.ProgramAction.HaltKind.KILLED;
import static dev.rollcall.samples.generate.program.ProgramAction.HaltKind.STUCK;

import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.TrainingLoop;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one rank does wrong. {@code samples/generate --help} reads names and texts out of this file: write each text as one
 * literal, and after it an argument that starts with {@code ProgramEdit}. No comment may look like such a constant.
 */
public enum Fault {
    NONE("nothing is wrong", ProgramEdit.NONE),
    EXTRA_ALIKE("makes an extra call, shaped like its neighbour", ProgramEdit.add(UnaryOperator.identity())),
    EXTRA_BARRIER("makes an extra barrier", ProgramEdit.add(ProgramEdit::barrier)),
    SKIPPED("skips a call", ProgramEdit.remove()),
    SKIPPED_CHECKPOINT(
            "skips a call that all ranks make in every fifth step", ProgramEdit.removeAt(ScriptLine.CHECKPOINT)),
    SKIPPED_EVALUATION(
            "skips a call that all ranks make once, after the last step", ProgramEdit.removeAt(ScriptLine.EVALUATE)),
    // FaultyProgram makes this one.
    SHORT_LOOP("leaves its loop after the step and continues behind it", ProgramEdit.NONE),
    STUCK_OUTSIDE("waits for its data forever", ProgramEdit.halt(STUCK, ScriptLine.NEXT_BATCH)),
    CRASH("ends with an exception", ProgramEdit.halt(CRASHED, ScriptLine.CHECK)),
    EXIT("exits with code 0", ProgramEdit.halt(EXITED, ScriptLine.GIVE_UP)),
    KILL("is killed", ProgramEdit.halt(KILLED, ScriptLine.BATCH)),
    OTHER_OPERATION(
            "broadcasts where the others all_reduce",
            ProgramEdit.replace(call -> call.withOperation(Operation.BROADCAST))),
    OTHER_SIZE("has more elements than the others", ProgramEdit.replace(ProgramEdit::longer)),
    OTHER_TYPE("has elements of another type", ProgramEdit.replace(call -> call.withType(ElementType.F64))),
    OTHER_ROOT(
            "broadcasts from another root", ProgramEdit.replaceAt(ScriptLine.SCHEDULE, call -> call.withRootOrPeer(1))),
    OTHER_REDUCTION(
            "takes the maximum where the others sum", ProgramEdit.replace(call -> call.withReduction(Reduction.MAX))),
    OTHER_SPLITS(
            "sends more rows in an all_to_all than the receiver expects",
            ProgramEdit.replaceAt(ScriptLine.EXPERTS, ProgramEdit::uneven)),
    ORDER_SWAP(
            "makes two calls in the opposite order",
            ProgramEdit.swap(ScriptLine.PROJECTION_GRADIENT, ScriptLine.PERCEPTRON_GRADIENT)),
    GROUP_ORDER("uses two groups in the opposite order", ProgramEdit.swap(ScriptLine.LOSS, ScriptLine.GRADIENT_NORM)),
    LOST_SEND("skips a send", ProgramEdit.removeAt(ScriptLine.SEND_ACTIVATIONS, ScriptLine.SEND_GRADIENTS)),
    LOST_RECEIVE("skips a receive", ProgramEdit.removeAt(ScriptLine.RECEIVE_ACTIVATIONS, ScriptLine.RECEIVE_GRADIENTS)),
    NEVER_JOINS("never joins a group", ProgramEdit.NEVER_JOINS),
    OTHER_RENDEZVOUS("joins a group under another name", ProgramEdit.OTHER_RENDEZVOUS),
    STALL(
            "does nothing wrong, but a call that all ranks made never completes",
            ProgramEdit.replace(call -> call.stalling())),
    // FaultyProgram makes this one.
    STRAGGLER("is late in every step; nothing hangs", ProgramEdit.NONE);

    private final String about;
    private final ProgramEdit edit;

    Fault(String about, ProgramEdit edit) {
        this.about = about;
        this.edit = edit;
    }

    /** Returns the name on the command line, such as {@code extra-alike}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a one-line description whose subject is the culprit. */
    public String about() {
        return about;
    }

    ProgramEdit edit() {
        return edit;
    }

    /** Returns whether the fault concerns the creation of groups, before the first step. */
    boolean inOpeningPart() {
        return this == NEVER_JOINS || this == OTHER_RENDEZVOUS;
    }

    /**
     * Returns the place, moved to a step that has the faulty call: the last such step up to its own, else the first.
     *
     * @param steps the number of steps of the job; the part after the last step counts as one more
     */
    public FaultPlace movedToCall(FaultPlace place, int steps) {
        return switch (this) {
            case SKIPPED_CHECKPOINT -> place.in(TrainingLoop.checkpoint(place.step()));
            case SKIPPED_EVALUATION -> place.in(steps + 1);
            default -> place;
        };
    }

    /**
     * Returns the fault with this name.
     *
     * @throws NoSuchElementException if there is none; the message lists all names
     */
    public static Fault of(String id) {
        return Stream.of(values())
                .filter(fault -> fault.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("unknown fault '" + id + "'; known are "
                        + Stream.of(values()).map(Fault::id).collect(Collectors.joining(", "))));
    }
}
