package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.report.HtmlReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StackTreeTest {
    /** Returns a job whose ranks have stacks; the frames are {@code function:line}, outermost first. */
    private static Job job(int ranks, IntFunction<String> stack) {
        List<Rank> all = IntStream.range(0, ranks)
                .mapToObj(number -> new Rank(
                        number,
                        "",
                        -1,
                        "rank" + number + ".txt",
                        Call.NO_TIME,
                        Ending.UNKNOWN,
                        Call.NO_TIME,
                        false,
                        List.of(snapshot(stack.apply(number))),
                        List.of()))
                .toList();
        return new Job(
                "",
                all,
                List.of(),
                new InternTable<>(),
                new InternTable<>(),
                new Coverage(-1, ranks, List.of(), List.of()));
    }

    private static ThreadSnapshot snapshot(String stack) {
        List<StackFrame> frames = new ArrayList<>();
        for (String frame : stack.split(" ")) {
            String[] parts = frame.split(":");
            frames.add(new StackFrame("", parts[0], "train.py", Integer.parseInt(parts[1])));
        }
        Collections.reverse(frames);
        return new ThreadSnapshot("main", "", new CallStack(frames, 0), Call.NO_TIME);
    }

    @Test
    void aJobWithoutAPartingIsOneRunOfFrames() {
        List<StackTree> trees = StackTree.of(job(8, rank -> "main:3 train:9 all_reduce:7"));

        assertEquals(1, trees.size());
        assertEquals("8 ranks (0–7)", trees.get(0).who());
        assertEquals(
                List.of("main (train.py:3)", "train (train.py:9)", "all_reduce (train.py:7)"),
                trees.get(0).frames());
        assertTrue(trees.get(0).children().isEmpty());
    }

    @Test
    void branchesWhereRanksPartAndTheMostRanksComeFirst() {
        StackTree root = StackTree.of(job(4, rank -> rank == 0 ? "main:3 load:5" : "main:3 train:9 all_reduce:7"))
                .get(0);

        assertEquals(List.of("main (train.py:3)"), root.frames());
        assertEquals(
                List.of("3 ranks (1–3)", "rank 0"),
                root.children().stream().map(StackTree::who).toList());
        assertEquals(List.of("load (train.py:5)"), root.children().get(1).frames());
    }

    @Test
    void aRankThatStopsEarlierThanTheOthersEndsInTheirRun() {
        StackTree root = StackTree.of(job(3, rank -> rank == 2 ? "main:3" : "main:3 train:9"))
                .get(0);

        assertEquals("3 ranks (0–2)", root.who());
        assertEquals("2 ranks (0 and 1)", root.children().get(0).who());
        assertEquals(1, root.children().size());
    }

    @Test
    void leavesOutTheMiddleOfALongRun() {
        StackTree root = StackTree.of(job(2, rank -> "f:1 ".repeat(30).strip())).get(0);

        assertEquals(9, root.frames().size());
        assertEquals("… 22 more …", root.frames().get(4));
    }

    @Test
    void oneStackIsNoTree() {
        assertTrue(StackTree.of(job(1, rank -> "main:3")).isEmpty());
    }

    @Test
    void staysSmallHoweverManyRanksPart() {
        List<StackTree> trees = StackTree.of(job(5000, rank -> "main:" + (rank + 1)));

        assertEquals(201, trees.size());
        assertEquals(4800, trees.get(200).ranks().size());
    }

    @Test
    void thePageEscapesFrames() {
        Job job = job(4, rank -> rank == 0 ? "<script>alert(1)</script>:3" : "<b>&:9");
        String page = new HtmlReport(new SourceTree(List.of())).print(List.of(new Diagnosis().of(job)));

        assertTrue(page.contains("Merged stacks"), page);
        assertTrue(page.contains("&lt;b&gt;&amp; (train.py:9)"), page);
        assertFalse(page.contains("<script>alert"), page);
    }
}
