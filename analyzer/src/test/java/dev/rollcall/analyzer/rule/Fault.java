package dev.rollcall.analyzer.rule;

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
import java.util.Set;

/**
 * The ways in which one rank of a training loop may diverge, each with the causes that its evidence can support: one where
 * ranks run on after it, perhaps more where they are blocked in it.
 */
enum Fault {
    BARRIER_IN_STEP(EXTRA_COLLECTIVE, Set.of(EXTRA_COLLECTIVE)) {
        @Override
        void between(RankScript script) {
            script.barrier("step:45<train:20<main:10");
        }
    },
    METRIC_IN_STEP(EXTRA_COLLECTIVE, Set.of(EXTRA_COLLECTIVE)) {
        @Override
        void between(RankScript script) {
            script.allReduce(1, "metric:80<step:45<train:20<main:10");
        }
    },
    TWO_CALLS_IN_STEP(EXTRA_COLLECTIVE, Set.of(EXTRA_COLLECTIVE)) {
        @Override
        void between(RankScript script) {
            script.barrier("save:90<step:45<train:20<main:10");
            script.broadcast(7, "save:91<step:45<train:20<main:10");
        }
    },
    SAVE_BEFORE_STEP(EXTRA_COLLECTIVE, Set.of(EXTRA_COLLECTIVE)) {
        @Override
        void before(RankScript script) {
            script.barrier("save:90<train:19<main:10");
        }
    },
    SAME_SHAPE(EXTRA_COLLECTIVE, Set.of(EXTRA_COLLECTIVE)) {
        @Override
        void between(RankScript script) {
            script.allReduce(16, "metric:80<step:45<train:20<main:10");
        }
    },
    SKIPS_FIRST(SKIPPED_COLLECTIVE, Set.of(SKIPPED_COLLECTIVE)) {
        @Override
        void first(RankScript script) {}
    },
    SKIPS_SECOND(SKIPPED_COLLECTIVE, Set.of(SKIPPED_COLLECTIVE)) {
        @Override
        void second(RankScript script) {}
    },
    OTHER_OPERATION(OP_MISMATCH, Set.of(OP_MISMATCH)) {
        @Override
        void first(RankScript script) {
            script.broadcast(1024, "step:43<train:20<main:10");
        }
    },
    OTHER_SIZE(SIZE_MISMATCH, Set.of(SIZE_MISMATCH)) {
        @Override
        void first(RankScript script) {
            script.allReduce(1025, "step:44<train:20<main:10");
        }
    },
    OTHER_TYPE(DTYPE_MISMATCH, Set.of(DTYPE_MISMATCH)) {
        @Override
        void second(RankScript script) {
            script.call(new Signature("all_reduce", "bf16", 16, 16, "sum", -1, -1, 0), "step:46<train:20<main:10");
        }
    },
    OTHER_REDUCTION(REDUCE_OP_MISMATCH, Set.of(REDUCE_OP_MISMATCH)) {
        @Override
        void second(RankScript script) {
            script.call(new Signature("all_reduce", "f32", 16, 16, "max", -1, -1, 0), "step:46<train:20<main:10");
        }
    },
    OTHER_ROOT(ROOT_MISMATCH, Set.of(ROOT_MISMATCH)) {
        @Override
        void third(RankScript script) {
            script.call(new Signature("broadcast", "f32", 4, 4, null, 1, -1, 0), "train:21<main:10");
        }
    },
    OTHER_ORDER(ORDER_SWAP, Set.of(ORDER_SWAP, EXTRA_COLLECTIVE, OP_MISMATCH, SIZE_MISMATCH)) {
        @Override
        void step(RankScript script) {
            script.allReduce(16, "step:41<train:20<main:10");
            script.allReduce(1024, "step:42<train:20<main:10");
            third(script);
        }
    },
    LEAVES_LOOP(SHORT_LOOP, Set.of(SHORT_LOOP, SKIPPED_COLLECTIVE)) {
        @Override
        boolean leaves() {
            return true;
        }
    },
    THROWS(RANK_ABSENT, Set.of(RANK_ABSENT)) {
        @Override
        void between(RankScript script) {
            script.fail("FloatingPointException \"loss is NaN\"", "step:45<train:20<main:10");
        }
    },
    EXITS(RANK_ABSENT, Set.of(RANK_ABSENT)) {
        @Override
        void between(RankScript script) {
            script.exit(3);
        }
    },
    EXITS_WELL(RANK_ABSENT, Set.of(RANK_ABSENT)) {
        @Override
        void between(RankScript script) {
            script.exit(0);
        }
    },
    KILLED(RANK_ABSENT, Set.of(RANK_ABSENT)) {
        @Override
        void between(RankScript script) {
            script.die();
        }
    },
    LINGERS(RANK_ABSENT, Set.of(RANK_ABSENT)) {
        @Override
        void between(RankScript script) {
            script.linger("step:45<train:20<main:10");
        }
    };

    private final Cause cause;
    private final Set<Cause> blockedCauses;

    Fault(Cause cause, Set<Cause> blockedCauses) {
        this.cause = cause;
        this.blockedCauses = blockedCauses;
    }

    /** Returns the causes that are right. */
    Set<Cause> causes(boolean blocking) {
        return blocking ? blockedCauses : Set.of(cause);
    }

    void before(RankScript script) {}

    void first(RankScript script) {
        script.allReduce(1024, "step:44<train:20<main:10");
    }

    void between(RankScript script) {}

    void second(RankScript script) {
        script.allReduce(16, "step:46<train:20<main:10");
    }

    void third(RankScript script) {
        script.broadcast(4, "train:21<main:10");
    }

    boolean leaves() {
        return false;
    }

    void step(RankScript script) {
        before(script);
        first(script);
        between(script);
        second(script);
        third(script);
    }

    /** Returns a training loop of so many steps in which one rank has this fault in one step. */
    Program in(int steps, int culprit, int faulty) {
        return (rank, script) -> {
            script.broadcast(5000, "setup:5<main:9");
            for (int step = 0; step < steps; step++) {
                if (rank != culprit || step != faulty) {
                    healthy(script);
                } else if (leaves()) {
                    break;
                } else {
                    step(script);
                }
            }
            script.barrier("main:12");
            script.allReduce(2, "main:13");
        };
    }

    /** Makes the calls of one step without a fault. */
    static void healthy(RankScript script) {
        script.allReduce(1024, "step:44<train:20<main:10");
        script.allReduce(16, "step:46<train:20<main:10");
        script.broadcast(4, "train:21<main:10");
    }
}
