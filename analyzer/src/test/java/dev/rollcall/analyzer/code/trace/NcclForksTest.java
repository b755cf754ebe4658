package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that use NCCL and know their rank from no launcher. */
class NcclForksTest {
    private static final String NCCL = """
            package org.bytedeco.cuda.global;
            public class nccl {
                public static class ncclComm {}
                public static class IntPointer { public native int get(); }
                public static native int ncclCommInitRank(ncclComm made, int size, Object id, int rank);
                public static native int ncclCommUserRank(ncclComm communicator, int[] rank);
                public static native int ncclCommUserRank(ncclComm communicator, IntPointer rank);
                public static native int ncclAllReduce(
                        Object in, Object out, long count, int type, int op, ncclComm communicator, Object stream);
            }
            """;

    private static final String JOB = """
            package demo;
            import org.bytedeco.cuda.global.nccl;
            class Job {
                static void check(int status) {
                    if (status != 0) {
                        throw new IllegalStateException("NCCL " + status);
                    }
                }
                public static void main(String[] args) {
                    int rank = Integer.parseInt(args[0]);
                    int size = Integer.parseInt(args[1]);
                    nccl.ncclComm world = new nccl.ncclComm();
                    check(nccl.ncclCommInitRank(world, size, args, rank));
                    for (int step = 0; step < 10; step++) {
                        reduce(world); // main calls reduce
                    }
                    if (rank == 0) { // by the argument
                        reduce(world); // main
                    }
                    if (rank == size - 1) { // by both
                        reduce(world); // last
                    }
                    int[] told = new int[1];
                    check(nccl.ncclCommUserRank(world, told));
                    if (told[0] == 1) { // by the array
                        reduce(world); // array
                    }
                    nccl.IntPointer pointer = new nccl.IntPointer();
                    check(nccl.ncclCommUserRank(world, pointer));
                    if (pointer.get() == 1) { // by the pointer
                        reduce(world); // pointer
                    }
                    if (args.length > 5) {
                        reduce(world); // for all
                    }
                }
                static void reduce(nccl.ncclComm world) {
                    check(nccl.ncclAllReduce(null, null, 4, 7, 0, world, null)); // in
                }
            }
            """;

    @TempDir
    Path folder;

    private StackCode code() throws IOException {
        return code(JOB);
    }

    private StackCode code(String source) throws IOException {
        return code("demo", source);
    }

    private StackCode code(String home, String source) throws IOException {
        Path folderOfJob = Files.createDirectories(folder.resolve(home.replace('.', '/')));
        byte[] job = Compiler.compile(Map.of(home + ".Job", source, "org.bytedeco.cuda.global.nccl", NCCL))
                .get(home + ".Job");
        Files.write(folderOfJob.resolve("Job.class"), job);
        return new StackCode(List.of(), List.of(folder));
    }

    private static int line(String comment) {
        List<String> lines = JOB.lines().toList();
        return lines.indexOf(lines.stream()
                        .filter(line -> line.endsWith("// " + comment))
                        .findFirst()
                        .orElseThrow())
                + 1;
    }

    private static List<StackFrame> way(String caller) {
        return way("demo", caller);
    }

    private static List<StackFrame> way(String home, String caller) {
        return List.of(
                new StackFrame(home + ".Job", "reduce", "Job.java", line("in")),
                new StackFrame(home + ".Job", "main", "Job.java", line(caller)));
    }

    private static void assertFork(StackCode code, String condition, String text, String caller) {
        assertEquals(
                Optional.of(new Fork("Job.java", line(condition), text, Effect.INSIDE)),
                code.fork(way(caller), Matter.CALL));
    }

    @Test
    void takesWhatACommunicatorIsCreatedWithForTheRankAndTheNumberOfRanks() throws IOException {
        StackCode code = code();
        assertFork(code, "by the argument", "rank == 0", "main");
        assertFork(code, "by both", "rank == size - 1", "last");
    }

    @Test
    void takesTheRankFromWhereTheLibraryWritesIt() throws IOException {
        assertFork(code(), "by the array", "told[0] == 1", "array");
        String pointerAlone = JOB.replace("rank == ", "-1 == ").replace("told[0] == 1", "told[0] == -1");
        assertFork(code(pointerAlone), "by the pointer", "pointer.get() == 1", "pointer");
    }

    /** The API by which an application marks its steps is in the catalogue, but no library that makes calls. */
    @Test
    void readsAProgramWhosePackageIsBesideRollcallsApi() throws IOException {
        String home = "dev.rollcall.demo";
        StackCode code = code(home, JOB.replace("package demo;", "package " + home + ";"));
        assertEquals(
                Optional.of(new Fork("Job.java", line("by the argument"), "rank == 0", Effect.INSIDE)),
                code.fork(way(home, "main"), Matter.CALL));
    }

    @Test
    void doesNotTakeOtherArgumentsForTheRank() throws IOException {
        StackCode code = code();
        assertEquals(Optional.empty(), code.fork(way("for all"), Matter.CALL));
        assertEquals(Optional.empty(), code.fork(way("main calls reduce"), Matter.CALL));
    }
}
