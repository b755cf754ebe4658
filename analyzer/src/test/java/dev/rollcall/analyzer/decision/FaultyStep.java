package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.verdict.Cause.DTYPE_MISMATCH;
import static dev.rollcall.analyzer.verdict.Cause.EXTRA_COLLECTIVE;
import static dev.rollcall.analyzer.verdict.Cause.OP_MISMATCH;
import static dev.rollcall.analyzer.verdict.Cause.ORDER_SWAP;
import static dev.rollcall.analyzer.verdict.Cause.RANK_ABSENT;
import static dev.rollcall.analyzer.verdict.Cause.REDUCE_OP_MISMATCH;
import static dev.rollcall.analyzer.verdict.Cause.ROOT_MISMATCH;
import static dev.rollcall.analyzer.verdict.Cause.SHORT_LOOP;
import static dev.rollcall.analyzer.verdict.Cause.SIZE_MISMATCH;
import static dev.rollcall.analyzer.verdict.Cause.SKIPPED_COLLECTIVE;

import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A training step as a culprit makes it.
 *
 * @param name what the culprit does
 * @param causes the causes that are right where the ranks are blocked at the divergence
 * @param calls the calls of the step; null if the culprit leaves the loop instead
 */
record FaultyStep(String name, Set<Cause> causes, Consumer<RankScript> calls) {
    private static final int STEPS = 8;
    private static final String IN_STEP = "step:45<train:20<main:10";

    /** Returns one of each kind. */
    static List<FaultyStep> all() {
        return List.of(
                before("extra barrier before the step", script -> script.barrier("save:90<train:19<main:10")),
                between("extra barrier", EXTRA_COLLECTIVE, script -> script.barrier(IN_STEP)),
                between("extra metric", EXTRA_COLLECTIVE, script -> script.allReduce(1, "metric:80<" + IN_STEP)),
                between(
                        "extra call of the same shape",
                        EXTRA_COLLECTIVE,
                        script -> script.allReduce(16, "metric:80<" + IN_STEP)),
                between("two extra calls", EXTRA_COLLECTIVE, script -> {
                    script.barrier("save:90<" + IN_STEP);
                    script.broadcast(7, "save:91<" + IN_STEP);
                }),
                new FaultyStep("skips the first call", Set.of(SKIPPED_COLLECTIVE), script -> {
                    second(script);
                    third(script);
                }),
                new FaultyStep("skips the second call", Set.of(SKIPPED_COLLECTIVE), script -> {
                    first(script);
                    third(script);
                }),
                new FaultyStep("leaves the loop", Set.of(SHORT_LOOP, SKIPPED_COLLECTIVE), null),
                insteadOfFirst(
                        "another operation",
                        OP_MISMATCH,
                        new Signature("broadcast", "f32", 1024, 1024, null, 0, -1, 0)),
                insteadOfFirst(
                        "another size",
                        SIZE_MISMATCH,
                        new Signature("all_reduce", "f32", 1025, 1025, "sum", -1, -1, 0)),
                insteadOfFirst(
                        "another type",
                        DTYPE_MISMATCH,
                        new Signature("all_reduce", "bf16", 1024, 1024, "sum", -1, -1, 0)),
                insteadOfFirst(
                        "another reduction",
                        REDUCE_OP_MISMATCH,
                        new Signature("all_reduce", "f32", 1024, 1024, "max", -1, -1, 0)),
                new FaultyStep("another root", Set.of(ROOT_MISMATCH), script -> {
                    first(script);
                    second(script);
                    script.call(new Signature("broadcast", "f32", 4, 4, null, 1, -1, 0), "train:21<main:10");
                }),
                // Blocked in the first of the swapped calls, the culprit has not yet made the second.
                new FaultyStep(
                        "opposite order", Set.of(ORDER_SWAP, EXTRA_COLLECTIVE, OP_MISMATCH, SIZE_MISMATCH), script -> {
                            script.allReduce(16, "step:41<train:20<main:10");
                            script.allReduce(1024, "step:42<train:20<main:10");
                            third(script);
                        }),
                between(
                        "throws",
                        RANK_ABSENT,
                        script -> script.fail("FloatingPointException \"loss is NaN\"", IN_STEP)),
                between("exits with an error", RANK_ABSENT, script -> script.exit(3)),
                between("exits with code 0", RANK_ABSENT, script -> script.exit(0)),
                between("is killed", RANK_ABSENT, RankScript::die),
                between("lingers", RANK_ABSENT, script -> script.linger(IN_STEP)));
    }

    /** Returns a training loop of 8 steps in which one rank makes this step once. */
    JobScript job(int world, int culprit, int faultyStep) {
        return JobScript.of(world, (rank, script) -> {
            script.broadcast(5000, "setup:5<main:9");
            for (int step = 0; step < STEPS; step++) {
                if (rank != culprit || step != faultyStep) {
                    first(script);
                    second(script);
                    third(script);
                } else if (calls == null) {
                    break;
                } else {
                    calls.accept(script);
                }
            }
            script.barrier("main:12");
            script.allReduce(2, "main:13");
        });
    }

    private static FaultyStep before(String name, Consumer<RankScript> extra) {
        return new FaultyStep(name, Set.of(EXTRA_COLLECTIVE), script -> {
            extra.accept(script);
            first(script);
            second(script);
            third(script);
        });
    }

    private static FaultyStep between(String name, Cause cause, Consumer<RankScript> extra) {
        return new FaultyStep(name, Set.of(cause), script -> {
            first(script);
            extra.accept(script);
            second(script);
            third(script);
        });
    }

    private static FaultyStep insteadOfFirst(String name, Cause cause, Signature other) {
        return new FaultyStep(name, Set.of(cause), script -> {
            script.call(other, "step:44<train:20<main:10");
            second(script);
            third(script);
        });
    }

    private static void first(RankScript script) {
        script.allReduce(1024, "step:44<train:20<main:10");
    }

    private static void second(RankScript script) {
        script.allReduce(16, "step:46<train:20<main:10");
    }

    private static void third(RankScript script) {
        script.broadcast(4, "train:21<main:10");
    }

    @Override
    public String toString() {
        return name;
    }
}
