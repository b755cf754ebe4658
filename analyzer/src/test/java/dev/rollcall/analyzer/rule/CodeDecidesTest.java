package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Traces that are alike and mean different things, told apart by the code. */
class CodeDecidesTest {

    /** A method with one loop over some lines, in which control passes from each line to all later ones, but for branches. */
    private record Code(int loopFirst, int loopLast, Set<Integer> otherSide) implements CodeStructure {

        @Override
        public Optional<List<Loop>> loopsAround(StackFrame frame) {
            boolean inside = frame.method().equals("train") && loopFirst <= frame.line() && frame.line() <= loopLast;
            Set<Integer> lines =
                    IntStream.rangeClosed(loopFirst, loopLast).boxed().collect(Collectors.toSet());
            return Optional.of(inside ? List.of(new Loop(lines)) : List.of());
        }

        @Override
        public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
            boolean leavesLoop = from.line() <= loopLast && to.line() > loopLast;
            return Optional.of(from.line() < to.line() && !leavesLoop && !otherSide.contains(to.line()));
        }
    }

    private static Verdict loopWith(Code code) {
        return JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < 8; step++) {
                        script.allReduce(8, "train:29<main:10");
                        if (rank == 1 && step == 4) {
                            script.barrier("save:47<train:33<main:10");
                        }
                    }
                })
                .diagnose(code);
    }

    @Test
    void tellsASaveInsideTheLoopFromACallAfterIt() {
        Verdict inside = loopWith(new Code(27, 35, Set.of()));
        assertEquals(List.of(1), inside.culprits());
        assertEquals(Cause.EXTRA_COLLECTIVE, inside.findings().get(0).cause());
        Verdict after = loopWith(new Code(27, 31, Set.of()));
        assertEquals(List.of(1), after.culprits());
        assertEquals(Cause.SHORT_LOOP, after.findings().get(0).cause());
        assertTrue(after.summary().startsWith("Rank 1 left its loop early: after call 5"), after.summary());
    }

    private static Cause branchWith(Code code) {
        return JobScript.of(4, (rank, script) -> {
                    script.allReduce(8, "train:29<main:10");
                    if (rank == 2) {
                        script.broadcast(3, "train:41<main:10");
                    }
                    script.allReduce(5, "train:43<main:10");
                })
                .diagnose(code)
                .findings()
                .get(0)
                .cause();
    }

    @Test
    void tellsTheTwoSidesOfABranchFromTwoStatements() {
        assertEquals(Cause.OP_MISMATCH, branchWith(new Code(0, 0, Set.of(43))));
        assertEquals(Cause.EXTRA_COLLECTIVE, branchWith(new Code(0, 0, Set.of())));
    }

    @Test
    void doesNotTakeARankThatIsStillInItsLoopForAMismatch() {
        Verdict verdict = JobScript.of(3, (rank, script) -> {
                    for (int step = 0; step < 100; step++) {
                        script.allReduce(8, "train:29<main:10");
                        if (rank == 2 && step == 50) {
                            script.allReduce(8, "evaluate:39<train:31<main:10");
                        }
                    }
                    script.barrier("train:40<main:10");
                })
                .ring(20)
                .diagnose(new Code(27, 35, Set.of()));
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.EXTRA_COLLECTIVE, verdict.findings().get(0).cause());
        assertTrue(verdict.summary().contains("do not make that call there"), verdict.summary());
    }

    /** Knows one fork, before every call that a method makes. */
    private record Behind(String method, Effect effect) implements CodeStructure {

        @Override
        public Optional<List<Loop>> loopsAround(StackFrame frame) {
            return Optional.empty();
        }

        @Override
        public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
            return Optional.empty();
        }

        @Override
        public Optional<Fork> fork(List<StackFrame> way, Matter matter) {
            boolean behind = way.get(0).method().equals(method);
            return behind ? Optional.of(new Fork("Job.java", 39, "rank == 0", effect)) : Optional.empty();
        }

        @Override
        public Optional<Boolean> madeByAll(List<StackFrame> way) {
            return Optional.of(fork(way, Matter.CALL).isEmpty());
        }
    }

    private static Verdict twoRanks(CodeStructure code) {
        return JobScript.of(2, (rank, script) -> {
                    if (rank == 1) {
                        script.barrier("save:41<main:10");
                    }
                    script.allReduce(5, "train:43<main:11");
                })
                .diagnose(code);
    }

    @Test
    void decidesTheSideWhereTwoRanksTie() {
        assertEquals(
                Cause.UNDETERMINED,
                twoRanks(CodeStructure.UNKNOWN).findings().get(0).cause());

        Verdict decided = twoRanks(new Behind("save", CodeStructure.Effect.INSIDE));
        assertEquals(List.of(1), decided.culprits());
        assertEquals(Cause.EXTRA_COLLECTIVE, decided.findings().get(0).cause());

        Verdict otherSide = twoRanks(new Behind("train", CodeStructure.Effect.INSIDE));
        assertEquals(List.of(0), otherSide.culprits());
    }

    @Test
    void leavesTheSideOpenWhereOnlyTheArgumentsHangOnTheRank() {
        Verdict verdict = JobScript.of(2, (rank, script) -> script.allReduce(5 + rank, "train:43<main:11"))
                .diagnose(new Behind("train", CodeStructure.Effect.VALUE));

        assertEquals(List.of(), verdict.culprits());
        assertEquals(
                new Branch("Job.java", 39, "rank == 0"),
                verdict.findings().get(0).branch());
    }

    @Test
    void saysWhichConditionLedToTheCall() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    if (rank == 0) {
                        script.barrier("save:41<main:10");
                    }
                    script.allReduce(5, "train:43<main:11");
                })
                .diagnose(new Behind("save", CodeStructure.Effect.INSIDE));

        assertEquals(
                new Branch("Job.java", 39, "rank == 0"),
                verdict.findings().get(0).branch());
        assertTrue(verdict.summary().contains(":41), inside `if (rank == 0)` ("), verdict.summary());
    }
}
