package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.RankScript.Planned;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Blocking calls that look alike and have two causes; a failure names the seeds. */
class TurnOrLeftOutTest {
    private static final int JOBS = 60;
    private static final int BODY = 40;
    private static final int TAIL = 300;

    private final List<String> wrong = new ArrayList<>();

    private void check(long seed, List<Planned> healthy, List<Planned> faulty, CodeStructure code, Cause cause) {
        Random dice = new Random(seed);
        int world = 3 + dice.nextInt(5);
        int culprit = dice.nextInt(world);
        Verdict verdict = JobScript.of(world, (rank, script) -> script.calls.addAll(rank == culprit ? faulty : healthy))
                .diagnose(code);
        boolean right = verdict.culprits().equals(List.of(culprit))
                && verdict.findings().get(0).cause() == cause;
        if (!right) {
            wrong.add("seed " + seed + ", " + cause + ", culprit " + culprit + ": " + verdict.summary());
        }
    }

    @Test
    void theConditionDecidesBetweenACallLeftOutBehindAnInnerLoopAndAnotherTurnOfIt() {
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            NestedLoops loops = new NestedLoops(dice, 0, 2 + dice.nextInt(4), 1, 1);
            int tail = loops.position(NestedLoops.Part.TAIL, 2 + dice.nextInt(loops.epochs - 3));
            List<Planned> left = loops.calls();
            left.remove(tail);
            List<Planned> longer = loops.calls();
            longer.add(tail, longer.get(tail - 1));
            check(seed, loops.calls(), left, NestedLoops.code(Set.of(TAIL)), Cause.SKIPPED_COLLECTIVE);
            check(seed, loops.calls(), longer, NestedLoops.code(Set.of(BODY)), Cause.EXTRA_COLLECTIVE);
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void tasksOfOneLineAreInAnotherOrderUnlessOneIsMadeAgain() {
        for (long seed = 0; seed < JOBS; seed++) {
            Random dice = new Random(seed);
            int buckets = 4 + dice.nextInt(6);
            List<Planned> turn = new ArrayList<>(IntStream.range(0, buckets)
                    .mapToObj(TurnOrLeftOutTest::task)
                    .toList());
            turn.add(new Planned(Signature.of("barrier"), RankScript.stack("main:20"), "main"));
            List<Planned> healthy = new ArrayList<>();
            int turns = 4 + dice.nextInt(4);
            for (int i = 0; i < turns; i++) {
                healthy.addAll(turn);
            }
            int at = turn.size() * (turns - 2);
            List<Planned> other = new ArrayList<>(healthy);
            Collections.reverse(other.subList(at, at + buckets));
            List<Planned> again = new ArrayList<>(healthy);
            int repeated = at + 1 + dice.nextInt(buckets - 2);
            again.add(repeated + 1, again.get(repeated));
            check(seed, healthy, other, CodeStructure.UNKNOWN, Cause.ORDER_SWAP);
            check(seed, healthy, again, CodeStructure.UNKNOWN, Cause.EXTRA_COLLECTIVE);
        }
        assertEquals(List.of(), wrong);
    }

    private static Planned task(int bucket) {
        List<StackFrame> frames = new ArrayList<>(RankScript.stack("lambda:97").frames());
        frames.add(
                new StackFrame("java.util.concurrent.ThreadPoolExecutor$Worker", "run", "ThreadPoolExecutor.java", 0));
        frames.add(new StackFrame("java.lang.Thread", "run", "Thread.java", 0));
        return new Planned(
                NestedLoops.signature("all_reduce", 100 + 10 * bucket), new CallStack(frames, 1), "bucket-io");
    }
}
