package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.verdict.Cause.EXTRA_COLLECTIVE;
import static dev.rollcall.analyzer.verdict.Cause.OP_MISMATCH;
import static dev.rollcall.analyzer.verdict.Cause.ORDER_SWAP;
import static dev.rollcall.analyzer.verdict.Cause.SHORT_LOOP;
import static dev.rollcall.analyzer.verdict.Cause.SKIPPED_COLLECTIVE;

import dev.rollcall.analyzer.decision.NestedLoops.Part;
import dev.rollcall.analyzer.decision.RankScript.Planned;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A job in which one rank diverges from {@link NestedLoops}.
 *
 * @param healthy the calls of all other ranks
 * @param faulty the calls of the culprit
 * @param code what the source says
 * @param cause what the culprit did
 * @param alternatives other causes that leave equal evidence where the culprit stops at its first different call
 */
record MisjudgedJob(
        List<Planned> healthy, List<Planned> faulty, CodeStructure code, Cause cause, Set<Cause> alternatives) {
    /** Makes random jobs of one family: some that were misjudged once, and twins with equal looks and another cause. */
    enum Family {
        EXTRA_AFTER_INNER_LOOP {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(2), 1 + dice.nextInt(3));
                int at = loops.position(Part.TAIL, middle(dice, loops)) + dice.nextInt(loops.tails);
                return of(loops, EXTRA_COLLECTIVE, Set.of(), at, 0, List.of(extra("train:290")));
            }
        },
        EXTRA_AT_END_OF_OUTER_LOOP {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(2), dice.nextInt(2));
                int at = loops.position(Part.HEAD, middle(dice, loops));
                // Nothing but the source tells this call from one behind the loops.
                return of(loops, EXTRA_COLLECTIVE, Set.of(SHORT_LOOP), at, 0, List.of(extra("train:390")));
            }
        },
        INNER_LOOP_SHORTER {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(2), 1 + dice.nextInt(3));
                int missing = 1 + dice.nextInt(loops.turns - 1);
                int at = loops.position(Part.TAIL, middle(dice, loops)) - missing * loops.bodies;
                return of(loops, SHORT_LOOP, Set.of(SKIPPED_COLLECTIVE), at, missing * loops.bodies, List.of());
            }
        },
        FIRST_INNER_LOOP_SHORTER {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(2), 1 + dice.nextInt(3));
                int missing = 1 + dice.nextInt(loops.turns - 1);
                int at = loops.position(Part.TAIL, 0) - missing * loops.bodies;
                // No rank has made the call after the inner loop before.
                return of(
                        loops,
                        SHORT_LOOP,
                        Set.of(EXTRA_COLLECTIVE, SKIPPED_COLLECTIVE, ORDER_SWAP),
                        at,
                        missing * loops.bodies,
                        List.of());
            }
        },
        OUTER_LOOP_SHORTER {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(2), dice.nextInt(3));
                int at = loops.position(Part.HEAD, middle(dice, loops));
                int after = loops.position(Part.AFTER, loops.epochs);
                return of(loops, SHORT_LOOP, Set.of(SKIPPED_COLLECTIVE, EXTRA_COLLECTIVE), at, after - at, List.of());
            }
        },
        INNER_LOOP_LONGER {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(2), 1 + dice.nextInt(2));
                int at = loops.position(Part.TAIL, middle(dice, loops));
                List<Planned> turn = loops.calls().subList(at - loops.bodies, at);
                boolean skipLooksAlike = loops.heads == 0;
                return of(loops, EXTRA_COLLECTIVE, skipLooksAlike ? Set.of(SKIPPED_COLLECTIVE) : Set.of(), at, 0, turn);
            }
        },
        RETRY {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = flat(dice, 3 + dice.nextInt(5));
                int index = dice.nextInt(loops.heads);
                int at = loops.position(Part.HEAD, middle(dice, loops)) + index + 1;
                boolean skipLooksAlike = index == 0 || loops.heads == 2;
                return of(
                        loops,
                        EXTRA_COLLECTIVE,
                        skipLooksAlike ? Set.of(SKIPPED_COLLECTIVE) : Set.of(),
                        at,
                        0,
                        loops.calls().subList(at - 1, at));
            }
        },
        REST_OF_ITERATION_SKIPPED {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = flat(dice, 3 + dice.nextInt(5));
                int missing = 1 + dice.nextInt(loops.heads - 1);
                int at = loops.position(Part.HEAD, middle(dice, loops)) + loops.heads - missing;
                // Up to its hang the rank may as well have made the first call twice.
                Set<Cause> alike = missing == loops.heads - 1 ? Set.of(EXTRA_COLLECTIVE) : Set.of();
                return of(loops, SKIPPED_COLLECTIVE, alike, at, missing, List.of());
            }
        },
        CALLS_SKIPPED {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = flat(dice, 4 + dice.nextInt(5));
                int missing = 1 + dice.nextInt(loops.heads - 2);
                int at = loops.position(Part.HEAD, middle(dice, loops)) + dice.nextInt(loops.heads - missing);
                return of(loops, SKIPPED_COLLECTIVE, Set.of(), at, missing, List.of());
            }
        },
        PERMUTED {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = flat(dice, 4 + dice.nextInt(8));
                int first = loops.position(Part.HEAD, middle(dice, loops)) + dice.nextInt(loops.heads - 3);
                int end = loops.position(Part.HEAD, loops.steps.get(first).epoch() + 1);
                List<Planned> calls = new ArrayList<>(loops.calls().subList(first, end));
                List<Planned> shuffled = new ArrayList<>(calls);
                while (shuffled.get(0).equals(calls.get(0)) || sorted(calls, shuffled)) {
                    Collections.shuffle(shuffled, dice);
                }
                return of(
                        loops, ORDER_SWAP, Set.of(SKIPPED_COLLECTIVE, EXTRA_COLLECTIVE), first, calls.size(), shuffled);
            }

            /** Whether the first calls stand in the same order, so that calls before them look skipped. */
            private boolean sorted(List<Planned> calls, List<Planned> shuffled) {
                return calls.indexOf(shuffled.get(0)) < calls.indexOf(shuffled.get(1))
                        && calls.indexOf(shuffled.get(1)) < calls.indexOf(shuffled.get(2));
            }
        },
        PERMUTED_BY_POOL {
            @Override
            MisjudgedJob job(Random dice) {
                MisjudgedJob job = PERMUTED.job(dice);
                int threads = 2 + dice.nextInt(3);
                return new MisjudgedJob(
                        fromPool(dice, job.healthy, threads),
                        fromPool(dice, job.faulty, threads),
                        job.code,
                        ORDER_SWAP,
                        Set.of());
            }

            private List<Planned> fromPool(Random dice, List<Planned> calls, int threads) {
                return calls.stream()
                        .map(call -> new Planned(
                                call.signature(), call.stack(), "pool-1-thread-" + (1 + dice.nextInt(threads))))
                        .toList();
            }
        },
        FROM_ANOTHER_THREAD {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(3), dice.nextInt(3));
                int at = loops.position(Part.HEAD, 2) + dice.nextInt(loops.steps.size() - loops.position(Part.HEAD, 2));
                Planned instead = loops.calls().get(at);
                boolean sameData = dice.nextBoolean();
                Planned hook = new Planned(
                        NestedLoops.signature(
                                instead.signature().operation().equals("broadcast") ? "all_reduce" : "broadcast",
                                sameData ? instead.signature().count() : 1),
                        RankScript.stack("flush:210<run:200"),
                        "Thread-" + dice.nextInt(9));
                return of(loops, EXTRA_COLLECTIVE, Set.of(), at, 0, List.of(hook));
            }
        },
        ANOTHER_OPERATION {
            @Override
            MisjudgedJob job(Random dice) {
                NestedLoops loops = loops(dice, dice.nextInt(3), dice.nextInt(3));
                int at = loops.position(Part.HEAD, 2) + dice.nextInt(loops.steps.size() - loops.position(Part.HEAD, 2));
                Planned instead = loops.calls().get(at);
                Planned other = new Planned(
                        NestedLoops.signature(
                                instead.signature().operation().equals("broadcast") ? "all_reduce" : "broadcast",
                                instead.signature().count()),
                        instead.stack(),
                        "main");
                return of(loops, OP_MISMATCH, Set.of(), at, 1, List.of(other));
            }
        };

        abstract MisjudgedJob job(Random dice);

        /** An inner loop that runs twice or more. */
        private static NestedLoops loops(Random dice, int heads, int tails) {
            return new NestedLoops(dice, heads, 2 + dice.nextInt(4), 1 + dice.nextInt(3), tails);
        }

        /** One loop. */
        private static NestedLoops flat(Random dice, int calls) {
            return new NestedLoops(dice, calls, 0, 0, 0);
        }

        /** Returns an epoch that comes after two others and before another. */
        private static int middle(Random dice, NestedLoops loops) {
            return 2 + dice.nextInt(loops.epochs - 3);
        }

        private static Planned extra(String caller) {
            return new Planned(
                    NestedLoops.signature("all_reduce", 1),
                    RankScript.stack("log:97<" + caller + NestedLoops.IN_TRAIN),
                    "main");
        }

        private static MisjudgedJob of(
                NestedLoops loops, Cause cause, Set<Cause> alternatives, int at, int without, List<Planned> with) {
            List<Planned> faulty = loops.calls();
            List<Planned> added = List.copyOf(with);
            faulty.subList(at, at + without).clear();
            faulty.addAll(at, added);
            return new MisjudgedJob(loops.calls(), faulty, NestedLoops.code(Set.of(97)), cause, alternatives);
        }
    }

    /** Returns the script of all ranks. */
    JobScript script(int world, int culprit, boolean stacks) {
        return JobScript.of(
                world,
                (rank, script) -> (rank == culprit ? faulty : healthy)
                        .forEach(call -> script.calls.add(
                                stacks ? call : new Planned(call.signature(), RankScript.stack(""), call.thread()))));
    }
}
