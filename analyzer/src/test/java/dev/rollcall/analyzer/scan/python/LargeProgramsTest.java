package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Holds the scan of large Python programs to ending, and to saying what it did not follow. */
class LargeProgramsTest {
    private static final long LITTLE = 200_000;

    private static final String HEAD = """
            import torch.distributed as dist
            from demo.model import Model
            """;

    private static String function(int number) {
        return """

                def work%d(args, t):
                    if args.a%1$d:
                        x = [i * i for i in range(50)]
                    if args.b%1$d:
                        y = [i + 1 for i in range(50)]
                    if args.c%1$d:
                        dist.all_reduce(t)
                    if args.d%1$d:
                        dist.all_reduce(t)
                    if dist.get_rank() == 0:
                        print(args)
                """.formatted(number);
    }

    private static PythonProgram large(int functions) {
        PythonProgram program = new PythonProgram();
        program.add(
                "train.py",
                "train.py",
                HEAD
                        + IntStream.range(0, functions)
                                .mapToObj(LargeProgramsTest::function)
                                .collect(Collectors.joining()));
        return program;
    }

    @Test
    void saysHowManyFunctionsOfALargeProgramItFollowedOnFewerWays() {
        List<CodeFinding> findings = new PythonScan(large(40), new Effort(LITTLE)).findings();
        assertEquals(1, findings.size(), findings::toString);
        CodeFinding note = findings.get(0);
        assertEquals(Level.NOTE, note.level());
        assertEquals("train.py", note.file());
        assertTrue(
                note.summary().matches("the program is large: work\\d+ and \\d+ more functions were .*"),
                note::summary);
    }

    @Test
    void saysNothingWhereThereIsEffortEnough() {
        assertEquals(List.of(), new PythonScan(large(4)).findings());
    }

    @Test
    void findsWhatIsWrongWithLittleEffort() {
        PythonProgram program = large(40);
        program.add("more.py", "more.py", """
                import torch.distributed as dist
                def save(model):
                    if dist.get_rank() == 0:
                        dist.barrier()
                """);
        List<String> warned = new PythonScan(program, new Effort(LITTLE))
                .findings().stream()
                        .filter(each -> each.level() == Level.WARNING)
                        .map(each -> each.file() + ":" + each.line())
                        .toList();
        assertEquals(List.of("more.py:3"), warned);
    }

    @Test
    void runsOfAModuleWhatTheProgramAsksFor() {
        PythonProgram program = new PythonProgram();
        program.add("demo/__init__.py", "demo/__init__.py", "");
        program.add("demo/setup.py", "demo/setup.py", """
                import os
                from demo.other import *
                FIRST = int(os.environ["RANK"]) == 0
                SAVING = False
                SAVING = FIRST
                names = []
                names.append("a")
                def never():
                    return SAVING
                """);
        program.add("demo/other.py", "demo/other.py", """
                from demo.setup import *
                import torch.distributed as dist
                def everybody():
                    dist.barrier()
                """);
        program.add("train.py", "train.py", """
                import torch.distributed as dist
                from demo import setup
                from demo.setup import SAVING, names, everybody
                for name in names:
                    if SAVING:
                        dist.barrier()
                    everybody()
                if setup.FIRST:
                    everybody()
                """);
        List<Integer> warned = new PythonScan(program)
                .findings().stream()
                        .filter(each -> each.level() == Level.WARNING)
                        .map(CodeFinding::line)
                        .toList();
        assertEquals(List.of(5, 8), warned);
    }

    @Test
    void followsAClassThroughThreeGenerationsOfConstructors() {
        PythonProgram program = new PythonProgram();
        program.add("train.py", "train.py", """
                import torch.distributed as dist
                class A:
                    def __init__(self):
                        self.first = dist.get_rank() == 0
                class B(A):
                    def __init__(self):
                        super().__init__()
                class C(B):
                    def __init__(self):
                        super().__init__()
                    def save(self):
                        if self.first:
                            dist.barrier()
                C().save()
                """);
        List<CodeFinding> findings = new PythonScan(program).findings();
        assertEquals(List.of(12), findings.stream().map(CodeFinding::line).toList(), findings::toString);
        assertEquals(Level.WARNING, findings.get(0).level());
    }

    @Test
    void takesFromAllOfALibraryWhatIsACollective() {
        PythonProgram program = new PythonProgram();
        program.add("train.py", "train.py", """
                from torch.distributed import *
                if get_rank() == 0:
                    barrier()
                print(len([1]))
                """);
        List<CodeFinding> findings = new PythonScan(program).findings();
        assertEquals(List.of(2), findings.stream().map(CodeFinding::line).toList(), findings::toString);
    }

    @Test
    void onlyNotesAnErrorThatOneRankAloneChecksFor() {
        PythonProgram program = new PythonProgram();
        program.add("train.py", "train.py", """
                import torch.distributed as dist
                import os
                if dist.get_rank() == 0:
                    if not os.listdir("checkpoints"):
                        raise RuntimeError("no checkpoint")
                dist.barrier()
                """);
        List<CodeFinding> findings = new PythonScan(program).findings();
        assertEquals(
                List.of(Level.NOTE), findings.stream().map(CodeFinding::level).toList(), findings::toString);
    }
}
