package dev.rollcall.samples;

import dev.rollcall.samples.job.AbsentRank;
import dev.rollcall.samples.job.BalancedBranch;
import dev.rollcall.samples.job.CheckpointBarrier;
import dev.rollcall.samples.job.CrashedRank;
import dev.rollcall.samples.job.CrossedGroups;
import dev.rollcall.samples.job.DeadStage;
import dev.rollcall.samples.job.EarlyWrite;
import dev.rollcall.samples.job.EvaluationMetric;
import dev.rollcall.samples.job.ExitedRank;
import dev.rollcall.samples.job.GroupOrder;
import dev.rollcall.samples.job.Healthy;
import dev.rollcall.samples.job.HeldInputs;
import dev.rollcall.samples.job.KilledRank;
import dev.rollcall.samples.job.LateWrite;
import dev.rollcall.samples.job.LostSend;
import dev.rollcall.samples.job.NeverJoined;
import dev.rollcall.samples.job.OperationMismatch;
import dev.rollcall.samples.job.ReductionMismatch;
import dev.rollcall.samples.job.ReleasedInputs;
import dev.rollcall.samples.job.RootMismatch;
import dev.rollcall.samples.job.SizeMismatch;
import dev.rollcall.samples.job.SkippedBatch;
import dev.rollcall.samples.job.SlowRank;
import dev.rollcall.samples.job.StaleAttempt;
import dev.rollcall.samples.job.StuckOutside;
import dev.rollcall.samples.job.SwappedCollectives;
import dev.rollcall.samples.job.TypeMismatch;
import dev.rollcall.samples.job.UnevenBatches;
import dev.rollcall.samples.job.UnevenSplits;
import dev.rollcall.samples.job.ValidationScore;
import dev.rollcall.samples.job.WrappedCalls;
import dev.rollcall.samples.job.WrappedLoop;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/** The samples. {@code samples/run --help} lists them from this file, so each must be on one line. */
public enum Sample {
    CHECKPOINT_BARRIER(CheckpointBarrier.class, 0, "one rank calls a barrier while it saves a checkpoint"),
    EVALUATION_METRIC(EvaluationMetric.class, 0, "one rank sums a metric that is shaped like the gradients around it"),
    SKIPPED_BATCH(SkippedBatch.class, 2, "one rank has an empty batch and skips its gradient's all_reduce"),
    UNEVEN_BATCHES(UnevenBatches.class, 2, "one rank has one batch less and leaves its loop early"),
    STUCK_OUTSIDE(StuckOutside.class, 3, "one rank waits forever for data, outside of any collective"),
    CRASHED_RANK(CrashedRank.class, 3, "one rank ends with an exception"),
    ORDER_SWAP(SwappedCollectives.class, 1, "one rank starts two collectives in the opposite order"),
    OPERATION_MISMATCH(OperationMismatch.class, 1, "one rank broadcasts where the others all_reduce"),
    VALIDATION_SCORE(ValidationScore.class, 2, "one rank sums a score while it validates, some calls deep"),
    EXITED_RANK(ExitedRank.class, 1, "one rank exits with code 0"),
    KILLED_RANK(KilledRank.class, 2, "one rank is killed with kill -9"),
    SIZE_MISMATCH(SizeMismatch.class, 1, "one rank sums a longer tensor than the others"),
    TYPE_MISMATCH(TypeMismatch.class, 3, "one rank sums doubles where the others sum floats"),
    ROOT_MISMATCH(RootMismatch.class, 1, "one rank broadcasts from another root"),
    REDUCTION_MISMATCH(ReductionMismatch.class, 1, "one rank takes the maximum where the others sum; nothing fails"),
    CROSSED_GROUPS(CrossedGroups.class, 1, "two ranks use two groups in crossed order"),
    NEVER_JOINED(NeverJoined.class, 2, "one rank never joins a further group"),
    ABSENT_RANK(AbsentRank.class, 0, "one rank never comes to the rendezvous of the job"),
    STALE_ATTEMPT(StaleAttempt.class, 1, "one rank joins a group under another name than the others"),
    UNEVEN_SPLITS(UnevenSplits.class, 1, "one rank sends more rows in an alltoall than the next expects"),
    DEAD_STAGE(DeadStage.class, 1, "one stage of a pipeline hangs, the others wait for its sends"),
    LOST_SEND(LostSend.class, 1, "one rank does not send what the next receives"),
    GROUP_ORDER(GroupOrder.class, 1, "one rank uses two groups of all ranks in the opposite order"),
    EARLY_WRITE(EarlyWrite.class, 2, "one rank writes to a buffer before its all_reduce is done; nothing fails"),
    LATE_WRITE(LateWrite.class, 2, "one rank writes to a buffer once its all_reduce is done; nothing is wrong"),
    STRAGGLER(SlowRank.class, 1, "one rank is late in every step; nothing hangs"),
    WRAPPED_CALLS(WrappedCalls.class, 2, "all calls go through one class, and one rank skips one"),
    WRAPPED_LOOP(WrappedLoop.class, 1, "the same, and one rank leaves its loop early"),
    HELD_INPUTS(HeldInputs.class, 0, "every rank keeps the works of its steps, and these the inputs; nothing hangs"),
    RELEASED_INPUTS(ReleasedInputs.class, 0, "every rank closes them, and keeps what it uses again; nothing is wrong"),
    HEALTHY(Healthy.class, 0, "nothing is wrong"),
    BALANCED_BRANCH(BalancedBranch.class, 0, "one rank makes the same call from another line; nothing is wrong");

    private final Class<?> program;
    private final int defaultCulprit;
    private final String about;

    Sample(Class<?> program, int defaultCulprit, String about) {
        this.program = program;
        this.defaultCulprit = defaultCulprit;
        this.about = about;
    }

    /** Returns the name on the command line, such as {@code skipped-batch}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the class whose {@code main} each rank runs. */
    public Class<?> program() {
        return program;
    }

    /** Returns the rank that diverges by default in a job of {@code worldSize} ranks. */
    public int defaultCulprit(int worldSize) {
        return Math.min(defaultCulprit, worldSize - 1);
    }

    /** Returns what the sample shows, in one line. */
    public String about() {
        return about;
    }

    /** Returns the verdict that the sample declares. */
    public ExpectedVerdict expected() {
        return program.getAnnotation(ExpectedVerdict.class);
    }

    /**
     * Returns the sample with this name.
     *
     * @throws NoSuchElementException if there is none; the message lists all names
     */
    public static Sample of(String id) {
        return Stream.of(values())
                .filter(sample -> sample.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(
                        "unknown sample '" + id + "'; known are " + String.join(", ", ids())));
    }

    private static String[] ids() {
        return Stream.of(values()).map(Sample::id).toArray(String[]::new);
    }
}
