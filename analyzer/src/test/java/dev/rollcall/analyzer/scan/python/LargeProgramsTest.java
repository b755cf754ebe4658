package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.scan.ScannedCode;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Python programs of many functions, and of several files. */
class LargeProgramsTest {
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

    private final Map<String, byte[]> program = new LinkedHashMap<>();

    private void add(String file, String source) {
        program.put(file, source.getBytes(StandardCharsets.UTF_8));
    }

    private void addLarge(int functions) {
        add(
                "train.py",
                HEAD
                        + IntStream.range(0, functions)
                                .mapToObj(LargeProgramsTest::function)
                                .collect(Collectors.joining()));
    }

    private List<CodeFinding> findings() {
        return ScannedCode.findings(program);
    }

    @Test
    void findsWhatIsWrongAndNothingElse() {
        addLarge(40);
        assertEquals(List.of(), findings());
        add("more.py", """
                import torch.distributed as dist
                def save(model):
                    if dist.get_rank() == 0:
                        dist.barrier()
                """);
        assertEquals(List.of(3), ScannedCode.warned(findings()));
    }

    @Test
    void runsOfAModuleWhatTheProgramAsksFor() {
        add("demo/__init__.py", "");
        add("demo/setup.py", """
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
        add("demo/other.py", """
                from demo.setup import *
                import torch.distributed as dist
                def everybody():
                    dist.barrier()
                """);
        add("train.py", """
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
        assertEquals(List.of(5, 8), ScannedCode.warned(findings()));
    }

    @Test
    void followsAClassThroughThreeGenerationsOfConstructors() {
        add("train.py", """
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
        List<CodeFinding> findings = findings();
        assertEquals(List.of(12), findings.stream().map(CodeFinding::line).toList(), findings::toString);
        assertEquals(Level.WARNING, findings.get(0).level());
    }

    @Test
    void takesFromAllOfALibraryWhatIsACollective() {
        add("train.py", """
                from torch.distributed import *
                if get_rank() == 0:
                    barrier()
                print(len([1]))
                """);
        List<CodeFinding> findings = findings();
        assertEquals(List.of(2), findings.stream().map(CodeFinding::line).toList(), findings::toString);
    }

    @Test
    void onlyNotesAnErrorThatOneRankAloneChecksFor() {
        add("train.py", """
                import torch.distributed as dist
                import os
                if dist.get_rank() == 0:
                    if not os.listdir("checkpoints"):
                        raise RuntimeError("no checkpoint")
                dist.barrier()
                """);
        List<CodeFinding> findings = findings();
        assertEquals(
                List.of(Level.NOTE), findings.stream().map(CodeFinding::level).toList(), findings::toString);
    }
}
