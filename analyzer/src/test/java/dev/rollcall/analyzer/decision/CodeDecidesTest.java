package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.analyzer.input.TraceFolder;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Equal traces with different causes, which only the application's code can distinguish. */
class CodeDecidesTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    /** A method with one loop over a range of lines; control passes from each line to all later ones except across a branch. */
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

    private static Verdict loopWith(CodeStructure code) {
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
    void distinguishesASaveInTheLoopFromACallAfterIt() {
        Verdict inside = loopWith(new Code(27, 35, Set.of()));
        assertFinding(inside, Cause.EXTRA_COLLECTIVE, 1);
        Verdict after = loopWith(new Code(27, 31, Set.of()));
        assertFinding(after, Cause.SHORT_LOOP, 1);
        assertEquals(6, after.findings().get(0).sequence());
        TEXTS.verify(after.summary() + "\n" + after.detail());
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
    void distinguishesABranchFromTwoStatements() {
        assertEquals(Cause.OP_MISMATCH, branchWith(new Code(0, 0, Set.of(43))));
        assertEquals(Cause.EXTRA_COLLECTIVE, branchWith(new Code(0, 0, Set.of())));
    }

    @Test
    void aRankStillInItsLoopIsNoMismatch() {
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
        assertFinding(verdict, Cause.EXTRA_COLLECTIVE, 2);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** Reports one branch, in front of every call that a method makes. */
    private record Behind(String method, Effect effect, Set<Integer> inside) implements CodeStructure {
        Behind(String method, Effect effect) {
            this(method, effect, Set.of(0));
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

        @Override
        public Optional<Set<Integer>> makers(List<StackFrame> way, int ranks) {
            return Optional.of(inside);
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
    void aConditionOverArgumentsExplainsNoCallThatHasNone() {
        Finding extra = loopWith(new Behind("save", CodeStructure.Effect.VALUE))
                .findings()
                .get(0);

        assertNull(extra.branch());
    }

    @Test
    void aConditionOverArgumentsExplainsACallOfAnotherSize() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    script.allReduce(8, "train:29<main:10");
                    script.allReduce(rank == 1 ? 7 : 8, "train:29<main:10");
                })
                .diagnose(new Behind("train", CodeStructure.Effect.VALUE));
        assertFinding(verdict, Cause.SIZE_MISMATCH, 1);

        assertEquals("rank == 0", verdict.findings().get(0).branch().condition());
    }

    @Test
    void codeDecidesATieOfTwoRanks() {
        assertEquals(
                Cause.UNDETERMINED,
                twoRanks(CodeStructure.UNKNOWN).findings().get(0).cause());

        Verdict decided = twoRanks(new Behind("save", CodeStructure.Effect.INSIDE));
        assertFinding(decided, Cause.EXTRA_COLLECTIVE, 1);

        Verdict otherSide = twoRanks(new Behind("train", CodeStructure.Effect.INSIDE));
        assertCulprits(otherSide, 0);
    }

    @Test
    void doesNotDecideIfOnlyArgumentsDependOnTheRank() {
        Verdict verdict = JobScript.of(2, (rank, script) -> script.allReduce(5 + rank, "train:43<main:11"))
                .diagnose(new Behind("train", CodeStructure.Effect.VALUE));

        assertCulprits(verdict);
        assertEquals(
                new Branch("Job.java", 39, "rank == 0"),
                verdict.findings().get(0).branch());
    }

    /** Knows what parts two lines, whatever decides it. */
    private record Parting(int line, int otherLine) implements CodeStructure {
        @Override
        public Optional<Fork> parting(List<StackFrame> way, List<StackFrame> other) {
            boolean asked = way.get(0).line() == line && other.get(0).line() == otherLine;
            return asked ? Optional.of(new Fork("Job.java", 40, "rows.isEmpty()", Effect.PAST)) : Optional.empty();
        }
    }

    @Test
    void saysWhichConditionOverDataKeptARankFromACall() {
        Verdict verdict = JobScript.of(4, (rank, script) -> {
                    for (int step = 0; step < 8; step++) {
                        script.allReduce(8, "train:39<main:10");
                        if (rank != 2 || step != 5) {
                            script.allReduce(3, "train:41<main:10");
                        }
                        script.allReduce(5, "train:43<main:10");
                    }
                })
                .diagnose(new Parting(41, 43));
        assertFinding(verdict, Cause.SKIPPED_COLLECTIVE, 2);
        assertEquals(
                new Branch("Job.java", 40, "rows.isEmpty()"),
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
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** The first rank is alone in a call that it never made before; the others wait for it in another way, or are done. */
    private static Verdict alone(int ranks, CodeStructure code, boolean done) {
        return JobScript.of(ranks, (rank, script) -> {
                    for (int step = 0; step < 5; step++) {
                        script.allReduce(8, "train:29<main:10");
                    }
                    if (rank == 0) {
                        script.allReduce(8, "save:41<main:12");
                    } else if (done) {
                        script.exit(0);
                    } else {
                        script.linger("await:50<main:13");
                    }
                })
                .diagnose(code);
    }

    @Test
    void aRankAloneInACallBehindAConditionMadeOneTooMany() {
        CodeStructure code = new Behind("save", CodeStructure.Effect.INSIDE);
        for (int ranks : new int[] {2, 4}) {
            Verdict waiting = alone(ranks, code, false);
            assertFinding(waiting, Cause.EXTRA_COLLECTIVE, 0);
            assertEquals(
                    new Branch("Job.java", 39, "rank == 0"),
                    waiting.findings().get(0).branch());
            assertFinding(alone(ranks, code, true), Cause.EXTRA_COLLECTIVE, 0);
            TEXTS.verify(ranks + " ranks", waiting.summary() + "\n" + waiting.detail());
        }
    }

    @Test
    void aRankAloneInACallBehindAConditionThatHoldsForOthersMayBeAhead() {
        for (Set<Integer> inside : List.of(Set.of(0, 1), Set.of(1))) {
            assertCulprits(alone(2, new Behind("save", CodeStructure.Effect.INSIDE, inside), false));
        }
    }

    @Test
    void aConditionDecidesNothingInAGroupSmallerThanTheJob(@TempDir Path folder) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < 4; number++) {
            try (RecordedRank rank = traces.rank(number, 4)) {
                rank.steps(rank.join("store-1", "world", number, 4), 5);
                if (number < 2) {
                    CommunicatorWriter pair = rank.join("store-2", "pair", number, 2);
                    rank.steps(pair, 5);
                    if (number == 0) {
                        rank.call(pair, Operation.ALL_REDUCE, 8, "save", 41);
                    }
                }
                rank.alive(300);
            }
        }
        Verdict verdict = new Diagnosis(new Behind("save", CodeStructure.Effect.INSIDE)).of(traces.onlyJob());
        assertCulprits(verdict);
        assertEquals(List.of(0, 1), verdict.suspects());
    }

    @Test
    void aRankAloneInACallThatAllMakeMayBeAheadOfOneThatIsStuck() {
        assertCulprits(alone(2, new Behind("await", CodeStructure.Effect.INSIDE), false));
    }

    @Test
    void aRankThatLeavesOnAConditionMayBeTheOneThatIsWrong() {
        assertCulprits(alone(2, new Behind("save", CodeStructure.Effect.PAST), false));
    }
}
