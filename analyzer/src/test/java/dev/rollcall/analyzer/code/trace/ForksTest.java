package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the branch that led to a recorded call in the class files. */
class ForksTest {
    private static final String JOB = """
            package demo;
            import org.bytedeco.pytorch.*;
            import org.bytedeco.pytorch.global.torch;
            class Job {
                final int rank = Integer.parseInt(System.getenv("RANK"));
                final ProcessGroupGloo world;
                Job(ProcessGroupGloo world) {
                    this.world = world;
                }
                public static void main(String[] args) {
                    Job job = new Job(null);
                    job.train(args.length); // main
                }
                void train(int steps) {
                    for (int step = 0; step < steps + rank; step++) { // turning
                        step(torch.ones(4)); // train
                    }
                    if (rank == 0) { // saving
                        save(); // calls save
                    }
                    if (rank > 1) { // leaving
                        return;
                    }
                    world.broadcast(new TensorVector()); // late
                }
                void step(Tensor gradient) {
                    world.allreduce(new TensorVector(gradient)); // reduce
                }
                void save() {
                    world.barrier(); // barrier
                }
                void count() {
                    long n = rank == 1 ? 8 : 9; // deciding
                    world.allgather(new TensorVector(), new TensorVector(torch.ones(n))); // gather
                    world.barrier(); // all
                }
                void epoch(int examples) {
                    for (int first = 0; first < examples + rank; first++) { // over examples
                        world.allreduce(new TensorVector()); // in the epoch
                    }
                    world.barrier(); // after the epoch
                }
                void halves() {
                    if (rank < 4) { // lower half
                        world.barrier(); // of the lower half
                    }
                }
                void balanced() {
                    if (rank == 0) { // first
                        world.barrier(); // of the first
                    } else {
                        world.barrier(); // of the others
                    }
                }
                void check(double loss) {
                    if (rank == 3 && loss > 4) { // failing
                        throw new ArithmeticException(); // thrown
                    }
                    world.barrier();
                }
            }
            """;

    @TempDir
    Path folder;

    private StackCode code;

    @BeforeEach
    void compile() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("demo"));
        for (Map.Entry<String, byte[]> each :
                Compiler.compile(Map.of("demo.Job", JOB)).entrySet()) {
            Files.write(classes.resolve("Job.class"), each.getValue());
        }
        code = new StackCode(List.of(), List.of(folder));
    }

    private static int line(String comment) {
        return JOB.lines()
                .filter(line -> line.endsWith("// " + comment))
                .findFirst()
                .map(line -> (int) JOB.lines()
                                .takeWhile(other -> !other.equals(line))
                                .count()
                        + 1)
                .orElseThrow();
    }

    /** Returns a way from {@code method comment} pairs, innermost first. */
    private static List<StackFrame> way(String... frames) {
        List<StackFrame> way = new ArrayList<>();
        for (String each : frames) {
            String[] parts = each.split(" ", 2);
            way.add(new StackFrame("demo.Job", parts[0], "Job.java", line(parts[1])));
        }
        return way;
    }

    private Fork fork(Matter matter, String... frames) {
        return code.fork(way(frames), matter).orElseThrow();
    }

    @Test
    void knowsWhichRanksOfAJobMakeACall() {
        List<StackFrame> lower = way("halves of the lower half");
        assertEquals(Effect.INSIDE, code.fork(lower, Matter.CALL).orElseThrow().effect());
        assertEquals(Optional.of(Set.of(0, 1, 2, 3)), code.makers(lower, 8));
        assertEquals(Optional.of(Set.of(0, 1, 2, 3)), code.makers(lower, 4));
        assertEquals(Optional.of(Set.of(0, 1)), code.makers(lower, 2));
        assertEquals(Optional.of(Set.of(0)), code.makers(way("save barrier", "train calls save", "main main"), 4));
        assertEquals(Optional.empty(), code.makers(lower, 4096));
    }

    @Test
    void findsNoConditionWhereBothSidesMakeTheCall() {
        assertEquals(Optional.empty(), code.fork(way("balanced of the first"), Matter.CALL));
        assertEquals(Optional.empty(), code.fork(way("balanced of the others"), Matter.CALL));
    }

    @Test
    void findsTheConditionAroundACallSomeMethodsDown() {
        Fork fork = fork(Matter.CALL, "save barrier", "train calls save", "main main");

        assertEquals(new Fork("Job.java", line("saving"), "rank == 0", Effect.INSIDE), fork);
        assertEquals(Optional.of(false), code.madeByAll(way("save barrier", "train calls save", "main main")));
    }

    @Test
    void findsTheEarlyReturnBeforeACall() {
        Fork fork = fork(Matter.CALL, "train late", "main main");

        assertEquals(line("leaving"), fork.line());
        assertEquals(Effect.PAST, fork.effect());
    }

    @Test
    void findsTheLoopThatTurnsAnotherNumberOfTimes() {
        Fork fork = fork(Matter.CALL, "step reduce", "train train", "main main");

        assertEquals(line("turning"), fork.line());
        assertEquals(Effect.LOOP, fork.effect());
    }

    @Test
    void findsWhatDecidesOverTheArguments() {
        Fork fork = fork(Matter.ARGUMENTS, "count gather");

        assertEquals(line("deciding"), fork.line());
        assertEquals(Effect.VALUE, fork.effect());
        assertEquals(Optional.of(true), code.madeByAll(way("count all")));
    }

    @Test
    void aLoopDecidesTheCallsInItAndNotTheCallAfterIt() {
        assertEquals(Effect.LOOP, fork(Matter.CALL, "epoch in the epoch").effect());
        assertEquals(Optional.empty(), code.fork(way("epoch after the epoch"), Matter.CALL));
        assertEquals(Optional.empty(), code.fork(way("epoch after the epoch"), Matter.ARGUMENTS));
    }

    @Test
    void findsTheConditionThatThrew() {
        assertEquals(line("failing"), fork(Matter.END, "check thrown").line());
    }

    @Test
    void saysNothingOfACallThatAllRanksMakeAndOfCodeThatIsNotThere() {
        List<StackFrame> elsewhere = List.of(new StackFrame("demo.Nowhere", "train", "Nowhere.java", 7));

        assertEquals(Optional.empty(), code.fork(way("count all"), Matter.CALL));
        assertEquals(Optional.empty(), code.fork(elsewhere, Matter.CALL));
        assertEquals(Optional.empty(), code.madeByAll(elsewhere));
        assertThrows(NoSuchElementException.class, () -> fork(Matter.CALL, "train turning"));
    }
}
