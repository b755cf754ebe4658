package dev.rollcall.analyzer.model;

import dev.rollcall.analyzer.model.MessageProgram.Act;
import java.util.ArrayList;
import java.util.List;

/** What one rank does wrong with one half of a message. */
public enum MessageFaultKind {
    LEFT_OUT,
    /** Makes the half twice. */
    EXTRA,
    /** Makes it with the rank after the right one. */
    OTHER_PEER,
    OTHER_TAG,
    /** Leaves out the rest of the step's messages. */
    REST_LEFT_OUT,
    /** Makes the step's messages twice. */
    STEP_TWICE,
    /** Stops before it, alive. */
    STOPPED,
    NONE;

    /** Makes the fault; {@code act} is the half that is wrong. */
    public void apply(MessageProgram program, int rank, Act act) {
        switch (this) {
            case LEFT_OUT -> program.replace(rank, act, List.of());
            case EXTRA -> program.replace(rank, act, new ArrayList<>(List.of(act, again(act))));
            case OTHER_PEER -> program.replace(rank, act, List.of(elsewhere(program, rank, act)));
            case OTHER_TAG ->
                program.replace(
                        rank,
                        act,
                        List.of(new Act(act.operation(), act.peer(), act.tag() + 7, act.step(), act.line())));
            case REST_LEFT_OUT -> {
                List<Act> halves = program.halves(rank, act.step());
                int first = halves.indexOf(act);
                halves.subList(first, halves.size()).forEach(half -> program.replace(rank, half, List.of()));
            }
            case STEP_TWICE -> program.repeat(rank, act.step());
            case STOPPED -> program.stopBefore(rank, act);
            case NONE -> {}
        }
    }

    private static Act again(Act act) {
        return new Act(act.operation(), act.peer(), act.tag(), act.step(), act.line());
    }

    private static Act elsewhere(MessageProgram program, int rank, Act act) {
        int other = (act.peer() + 1) % program.world();
        other = other == rank ? (other + 1) % program.world() : other;
        return new Act(act.operation(), other, act.tag(), act.step(), act.line());
    }
}
