package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the branch that led to a call on a group of some ranks; a condition that only its members meet is innocent. */
class GroupForksTest {
    private static final String JOB = """
            package demo;
            import java.util.stream.IntStream;
            import org.bytedeco.pytorch.*;
            import org.bytedeco.pytorch.global.torch;
            class Job {
                final int rank = Integer.parseInt(System.getenv("RANK"));
                final int odd = Integer.getInteger("odd", 0);
                final int size = Integer.parseInt(System.getenv("WORLD_SIZE"));
                final int next = (odd + 1) % size;
                final boolean paired = rank == odd || rank == next;
                final ProcessGroupGloo world = new ProcessGroupGloo(new FileStore("/tmp/world", size), rank, size);
                ProcessGroupGloo left;
                ProcessGroupGloo right;
                public static void main(String[] args) {
                    Job job = new Job();
                    job.join();
                    job.train(args.length); // train
                }
                void join() {
                    if (paired) {
                        left = join("left", odd, next);
                        right = join("right", odd, next);
                    }
                }
                ProcessGroupGloo join(String name, int... members) {
                    int own = IntStream.range(0, members.length)
                        .filter(index -> members[index] == rank)
                        .findFirst()
                        .orElseThrow();
                    return new ProcessGroupGloo(new PrefixStore(name, new FileStore("/tmp/store", 2)), own, members.length);
                }
                void train(int steps) {
                    for (int step = 1; step <= steps; step++) {
                        if (paired) { // of the pair
                            exchange(rank == odd && step == steps / 2); // exchange
                        }
                        world.allreduce(new TensorVector(torch.ones(9)));
                    }
                }
                void exchange(boolean rightFirst) {
                    if (rightFirst) { // the fork
                        right(); // right first
                        left();
                    } else {
                        left(); // left first
                        right();
                    }
                }
                void left() {
                    left.allreduce(new TensorVector(torch.ones(5))); // on the left
                }
                void right() {
                    right.allreduce(new TensorVector(torch.ones(7))); // on the right
                }
            }
            """;

    @TempDir
    Path folder;

    private CompiledJob job;

    @BeforeEach
    void compile() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("demo"));
        for (Map.Entry<String, byte[]> each :
                Compiler.compile(Map.of("demo.Job", JOB)).entrySet()) {
            Files.write(classes.resolve(each.getKey().substring("demo.".length()) + ".class"), each.getValue());
        }
        job = new CompiledJob(JOB, new StackCode(List.of(), List.of(folder)));
    }

    private void assertFork(String comment, String... frames) {
        List<StackFrame> way = job.way(frames);
        assertEquals(
                Optional.of(job.line(comment)),
                job.code().fork(way, Matter.CALL).map(Fork::line));
    }

    @Test
    void findsTheBranchThatChoseTheOrderOfTwoGroupsOfOnePair() {
        assertFork(
                "the fork",
                "Job.right on the right",
                "Job.exchange right first",
                "Job.train exchange",
                "Job.main train");
        assertFork(
                "the fork", "Job.left on the left", "Job.exchange left first", "Job.train exchange", "Job.main train");
    }
}
