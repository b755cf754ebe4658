package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is true of a job in which one rank keeps the others from going on. */
record BlockingFault(JobProgram healthy, Fault fault, FaultPlace place) {
    private static final ScriptLine[] SENDS = {ScriptLine.SEND_ACTIVATIONS, ScriptLine.SEND_GRADIENTS};
    private static final ScriptLine[] RECEIVES = {ScriptLine.RECEIVE_ACTIVATIONS, ScriptLine.RECEIVE_GRADIENTS};

    GroundTruth truth() {
        List<List<Integer>> culprits = new ArrayList<>();
        culprits.add(List.of(place.rank()));
        List<String> causes = new ArrayList<>(causes());
        int other = other();
        if (other >= 0) {
            // Of two stories nothing need tell which is wrong.
            culprits.add(Stream.of(place.rank(), other).sorted().toList());
            culprits.add(List.of());
            causes.add("undetermined");
        } else if (place.step() == 1 && struck().group().size() == 2) {
            // What has no past of its own, and but one other beside it, need not have been expected to come.
            culprits.add(List.of());
        }
        return new GroundTruth(List.of("desync"), culprits, causes, sites());
    }

    /** Returns the one rank whose story stands against the culprit's; -1 where there are more, or it has none. */
    private int other() {
        ProgramAction.Issue struck = struck();
        SimulatedGroup group = struck.group();
        return switch (fault) {
            case STUCK_OUTSIDE, CRASH, EXIT, KILL, NEVER_JOINS -> -1;
            case LOST_SEND, LOST_RECEIVE -> group.members()[struck.request().other()];
            default -> group.size() == 2 ? group.members()[1 - group.place(place.rank())] : -1;
        };
    }

    /** Returns the call that the rank does not make as it should. */
    private ProgramAction.Issue struck() {
        return switch (fault) {
            case SHORT_LOOP, NEVER_JOINS, OTHER_MEETING, GROUP_ORDER -> first(ScriptLine.GRADIENT_NORM);
            case SKIPPED_CHECKPOINT -> first(ScriptLine.CHECKPOINT);
            case SKIPPED_EVALUATION -> first(ScriptLine.EVALUATE);
            case OTHER_ROOT -> first(ScriptLine.SCHEDULE);
            case OTHER_SPLITS -> first(ScriptLine.EXPERTS);
            case ORDER_SWAP -> first(ScriptLine.PROJECTION_GRADIENT);
            case LOST_SEND -> first(SENDS);
            case LOST_RECEIVE -> first(RECEIVES);
            default -> first(place.target());
        };
    }

    private ProgramAction.Issue first(ScriptLine... sites) {
        List<ProgramAction> step = healthy.part(place.rank(), place.step());
        return (ProgramAction.Issue) step.get(place.find(step, sites));
    }

    private List<String> causes() {
        return switch (fault) {
            case EXTRA_ALIKE -> List.of("extra-collective");
            // A rank that is held up in its first other call leaves open whether it will make the others' after it.
            case EXTRA_BARRIER -> List.of("extra-collective", "op-mismatch");
            // A rank that went on to another group waits there for those that wait for it here.
            case SKIPPED -> skipped();
            case SKIPPED_CHECKPOINT, SKIPPED_EVALUATION -> List.of("skipped-collective", "communicator-deadlock");
            case SHORT_LOOP -> List.of("short-loop", "skipped-collective", "communicator-deadlock");
            case STUCK_OUTSIDE, CRASH, EXIT, KILL -> List.of("rank-absent");
            case OTHER_OPERATION -> List.of("op-mismatch");
            case OTHER_SIZE -> List.of("size-mismatch");
            case OTHER_TYPE -> List.of("dtype-mismatch");
            case OTHER_ROOT -> List.of("root-mismatch");
            case OTHER_REDUCTION -> List.of("reduce-op-mismatch");
            case OTHER_SPLITS -> List.of("split-mismatch", "size-mismatch");
            case ORDER_SWAP -> List.of("order-swap");
            case GROUP_ORDER -> List.of("communicator-deadlock");
            case LOST_SEND, LOST_RECEIVE -> List.of("unmatched-send-recv");
            case NEVER_JOINS -> List.of("split-world", "rank-absent");
            case OTHER_MEETING -> List.of("split-world");
            case NONE, STALL, STRAGGLER -> List.of();
        };
    }

    /** A rank that leaves one of a loop's equal turns out has left the loop a turn early, as far as its calls tell. */
    private List<String> skipped() {
        return place.kind() == FaultPlace.Kind.TENSOR
                ? List.of("skipped-collective", "communicator-deadlock", "short-loop")
                : List.of("skipped-collective", "communicator-deadlock");
    }

    private List<ScriptLine> sites() {
        return switch (fault) {
            case EXTRA_ALIKE, EXTRA_BARRIER -> List.of(place.extra());
            case STUCK_OUTSIDE -> List.of(ScriptLine.NEXT_BATCH);
            case CRASH -> List.of(ScriptLine.CHECK);
            case EXIT -> List.of(ScriptLine.GIVE_UP);
            case SHORT_LOOP -> List.of(ScriptLine.EVALUATE, ScriptLine.LAST_BARRIER);
            case ORDER_SWAP -> List.of(ScriptLine.PROJECTION_GRADIENT, ScriptLine.PERCEPTRON_GRADIENT);
            case GROUP_ORDER -> List.of(ScriptLine.LOSS, ScriptLine.GRADIENT_NORM);
            case NEVER_JOINS -> List.of(ScriptLine.NEXT_BATCH, ScriptLine.JOIN_GROUPS);
            case OTHER_MEETING -> List.of(ScriptLine.JOIN_GROUPS);
            case OTHER_OPERATION, OTHER_SIZE, OTHER_TYPE, OTHER_ROOT, OTHER_REDUCTION, OTHER_SPLITS ->
                List.of(struck().request().site());
            // What was left out has no line of the culprit's; where it is instead depends on what follows.
            case SKIPPED,
                    SKIPPED_CHECKPOINT,
                    SKIPPED_EVALUATION,
                    LOST_SEND,
                    LOST_RECEIVE,
                    KILL,
                    NONE,
                    STALL,
                    STRAGGLER -> List.of();
        };
    }
}
