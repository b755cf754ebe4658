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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one rank does wrong. {@code samples/generate --help} lists them from this file: each begins on one line. */
public enum Fault {
    NONE("nothing is wrong", ProgramEdit.NONE),
    EXTRA_ALIKE("makes a call more, shaped like its neighbour", ProgramEdit.add(UnaryOperator.identity())),
    EXTRA_BARRIER("makes a barrier more", ProgramEdit.add(Requests::barrier)),
    SKIPPED("leaves a call out", ProgramEdit.remove()),
    SKIPPED_CHECKPOINT(
            "leaves out a call that all make in every fifth step", ProgramEdit.removeAt(ScriptLine.CHECKPOINT)),
    SKIPPED_EVALUATION(
            "leaves out a call that all make once, after the last step", ProgramEdit.removeAt(ScriptLine.EVALUATE)),
    SHORT_LOOP("leaves its loop after the step, and goes on to what follows", ProgramEdit.NONE),
    STUCK_OUTSIDE("waits for its data for ever", ProgramEdit.halt(STUCK, ScriptLine.NEXT_BATCH)),
    CRASH("ends with an exception", ProgramEdit.halt(CRASHED, ScriptLine.CHECK)),
    EXIT("exits as if all were well", ProgramEdit.halt(EXITED, ScriptLine.GIVE_UP)),
    KILL("is killed", ProgramEdit.halt(KILLED, ScriptLine.BATCH)),
    OTHER_OPERATION(
            "broadcasts where the others all_reduce", ProgramEdit.replace(call -> call.as(Operation.BROADCAST))),
    OTHER_SIZE("has more elements than the others", ProgramEdit.replace(Requests::longer)),
    OTHER_TYPE("has elements of another type", ProgramEdit.replace(call -> call.of(ElementType.F64))),
    OTHER_ROOT("broadcasts from another root", ProgramEdit.replaceAt(ScriptLine.SCHEDULE, call -> call.with(1))),
    OTHER_REDUCTION("asks for the largest where the others sum", ProgramEdit.replace(call -> call.by(Reduction.MAX))),
    OTHER_SPLITS(
            "sends more in an all_to_all than is expected",
            ProgramEdit.replaceAt(ScriptLine.EXPERTS, Requests::uneven)),
    ORDER_SWAP(
            "makes two calls in the other order",
            ProgramEdit.swap(ScriptLine.PROJECTION_GRADIENT, ScriptLine.PERCEPTRON_GRADIENT)),
    GROUP_ORDER("uses two groups in the other order", ProgramEdit.swap(ScriptLine.LOSS, ScriptLine.GRADIENT_NORM)),
    LOST_SEND("leaves out a send", ProgramEdit.removeAt(ScriptLine.SEND_ACTIVATIONS, ScriptLine.SEND_GRADIENTS)),
    LOST_RECEIVE(
            "leaves out a receive", ProgramEdit.removeAt(ScriptLine.RECEIVE_ACTIVATIONS, ScriptLine.RECEIVE_GRADIENTS)),
    NEVER_JOINS("never comes to the making of the groups", Joining.NEVER),
    OTHER_MEETING("joins a group under another name", Joining.ELSEWHERE),
    STALL("is right, but a call that all made does not end", ProgramEdit.replace(call -> call.stalling())),
    STRAGGLER("is late in every step, nothing is stuck", ProgramEdit.NONE);

    private final String about;
    private final ProgramEdit edit;

    Fault(String about, ProgramEdit edit) {
        this.about = about;
        this.edit = edit;
    }

    /** Returns the name that users type, such as {@code extra-alike}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what the culprit does, in one line. */
    public String about() {
        return about;
    }

    ProgramEdit edit() {
        return edit;
    }

    /** Returns whether it strikes the making of groups, before the first step. */
    boolean atStart() {
        return this == NEVER_JOINS || this == OTHER_MEETING;
    }

    /**
     * Returns where it strikes instead of at a place whose step has no such call: the one before that has, or the first.
     *
     * @param steps how many steps the job takes; what comes after them is one more
     */
    public FaultPlace nearest(FaultPlace place, int steps) {
        return switch (this) {
            case SKIPPED_CHECKPOINT -> place.in(TrainingLoop.checkpoint(place.step()));
            case SKIPPED_EVALUATION -> place.in(steps + 1);
            default -> place;
        };
    }

    /** Returns all faults but none. */
    public static List<Fault> real() {
        return Arrays.stream(values()).filter(fault -> fault != NONE).toList();
    }

    /**
     * Returns the fault with this name.
     *
     * @throws NoSuchElementException if there is none; its message lists those there are
     */
    public static Fault of(String id) {
        return Stream.of(values())
                .filter(fault -> fault.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no fault is called '" + id + "'; there are "
                        + Stream.of(values()).map(Fault::id).collect(Collectors.joining(", "))));
    }
}
