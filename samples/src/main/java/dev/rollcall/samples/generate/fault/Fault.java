package dev.rollcall.samples.generate.fault;

import static dev.rollcall.samples.generate.program.Act.Manner.CRASHED;
import static dev.rollcall.samples.generate.program.Act.Manner.EXITED;
import static dev.rollcall.samples.generate.program.Act.Manner.KILLED;
import static dev.rollcall.samples.generate.program.Act.Manner.STUCK;

import dev.rollcall.samples.generate.program.Site;
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
    NONE("nothing is wrong", Edit.NONE),
    EXTRA_ALIKE("makes a call more, shaped like its neighbour", Edit.add(UnaryOperator.identity())),
    EXTRA_BARRIER("makes a barrier more", Edit.add(Requests::barrier)),
    SKIPPED("leaves a call out", Edit.remove()),
    SKIPPED_CHECKPOINT("leaves out a call that all make in every fifth step", Edit.removeAt(Site.CHECKPOINT)),
    SKIPPED_EVALUATION("leaves out a call that all make once, after the last step", Edit.removeAt(Site.EVALUATE)),
    SHORT_LOOP("leaves its loop after the step, and goes on to what follows", Edit.NONE),
    STUCK_OUTSIDE("waits for its data for ever", Edit.halt(STUCK, Site.NEXT_BATCH)),
    CRASH("ends with an exception", Edit.halt(CRASHED, Site.CHECK)),
    EXIT("exits as if all were well", Edit.halt(EXITED, Site.GIVE_UP)),
    KILL("is killed", Edit.halt(KILLED, Site.BATCH)),
    OTHER_OPERATION("broadcasts where the others all_reduce", Edit.replace(call -> call.as(Operation.BROADCAST))),
    OTHER_SIZE("has more elements than the others", Edit.replace(Requests::longer)),
    OTHER_TYPE("has elements of another type", Edit.replace(call -> call.of(ElementType.F64))),
    OTHER_ROOT("broadcasts from another root", Edit.replaceAt(Site.SCHEDULE, call -> call.with(1))),
    OTHER_REDUCTION("asks for the largest where the others sum", Edit.replace(call -> call.by(Reduction.MAX))),
    OTHER_SPLITS("sends more in an all_to_all than is expected", Edit.replaceAt(Site.EXPERTS, Requests::uneven)),
    ORDER_SWAP("makes two calls in the other order", Edit.swap(Site.PROJECTION_GRADIENT, Site.PERCEPTRON_GRADIENT)),
    GROUP_ORDER("uses two groups in the other order", Edit.swap(Site.LOSS, Site.GRADIENT_NORM)),
    LOST_SEND("leaves out a send", Edit.removeAt(Site.SEND_ACTIVATIONS, Site.SEND_GRADIENTS)),
    LOST_RECEIVE("leaves out a receive", Edit.removeAt(Site.RECEIVE_ACTIVATIONS, Site.RECEIVE_GRADIENTS)),
    NEVER_JOINS("never comes to the making of the groups", Joining.NEVER),
    OTHER_MEETING("joins a group under another name", Joining.ELSEWHERE),
    STALL("is right, but a call that all made does not end", Edit.replace(call -> call.stalling())),
    STRAGGLER("is late in every step, nothing is stuck", Edit.NONE);

    private final String about;
    private final Edit edit;

    Fault(String about, Edit edit) {
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

    Edit edit() {
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
    public Place nearest(Place place, int steps) {
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
