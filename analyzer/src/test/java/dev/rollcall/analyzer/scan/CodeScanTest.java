package dev.rollcall.analyzer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.ScanResult;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a scan of Python files begins with, finds and leaves out. */
class CodeScanTest {
    private static final String HEAD = """
            import torch.distributed as dist
            """;

    private static ScanResult scan(String... namesAndSources) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSources.length; i += 2) {
            files.put(namesAndSources[i], (HEAD + namesAndSources[i + 1]).getBytes(StandardCharsets.UTF_8));
        }
        return ScannedCode.of(files);
    }

    /** Asserts what is found in one file, each as {@code 3 warning extra-collective}; the first line is an import. */
    private static void assertFound(String source, String... expected) {
        assertEquals(
                List.of(expected),
                scan("t.py", source).findings().stream().map(CodeScanTest::text).toList(),
                source);
    }

    private static String text(CodeFinding each) {
        return each.line() + " " + each.level().id() + " " + each.cause().id();
    }

    @Test
    void aFunctionThatNothingCallsIsABeginning() {
        assertFound("""
                def save(rank):
                    if rank == 0:
                        dist.barrier()
                """, "3 warning extra-collective");
    }

    @Test
    void aFunctionThatIsCalledHasItsCallersValues() {
        assertFound("""
                def save(rank):
                    if rank == 0:
                        dist.barrier()
                save(0)
                """);
    }

    @Test
    void functionsThatCallEachOtherBeginWithTheFirst() {
        assertFound("""
                def down(n, rank):
                    if rank == 0:
                        dist.barrier()
                    up(n - 1, rank)
                def up(n, rank):
                    if n > 0:
                        down(n, rank)
                """, "3 warning extra-collective");
    }

    @Test
    void aCallbackKnowsTheVariablesAroundIt() {
        assertFound("""
                def train(engine):
                    own = dist.get_rank()
                    @engine.on("end")
                    def evaluate():
                        if own == 0:
                            dist.barrier()
                """, "6 warning extra-collective");
    }

    @Test
    void oneBranchIsOneFindingWhateverLeadsToIt() {
        ScanResult result = scan(
                "lib.py",
                """
                def save(rank):
                    if rank == 0:
                        dist.barrier()
                """,
                "a.py",
                "from lib import save\nsave(dist.get_rank())\n",
                "b.py",
                "from lib import save\nsave(dist.get_rank())\n");

        assertEquals(
                List.of("3 warning extra-collective"),
                result.findings().stream().map(CodeScanTest::text).toList());
    }

    @Test
    void blamesTheBranchThatChoseTheValue() {
        assertFound("""
                root = 0
                if dist.get_rank() != 2:
                    root = 1
                x = 3
                dist.broadcast(x, src=root)
                """, "3 warning root-mismatch");
    }

    @Test
    void anArgumentThatIsARootIsNoRankWhateverItsName() {
        assertFound("""
                def share(t, rank):
                    dist.broadcast(t, src=rank)
                """);
        assertFound("""
                def share(t, rank):
                    dist.broadcast(t, src=rank)
                share(t, dist.get_rank())
                """, "3 warning root-mismatch");
    }

    @Test
    void aRecursionThatCallsNothingIsNoDifference() {
        assertFound("""
                def size(data):
                    if isinstance(data, list):
                        return [size(each) for each in data]
                    return visit(data)
                def visit(data):
                    return len(data)
                def main(data):
                    if dist.get_rank() == 0:
                        size(data)
                    dist.barrier()
                """);
    }

    @Test
    void aRecursionByTheNameOfAMethodIsNoDifferenceEither() {
        assertFound("""
                def filled(text, *args):
                    for _ in range(10):
                        try:
                            return text.format(*args)
                        except IndexError:
                            args += ("{}",)
                    raise RuntimeError(text)
                class Path:
                    def format(self, state):
                        return filled(self.name, dist.get_rank())
                def main():
                    if dist.get_rank() == 0:
                        print(filled("{}"))
                    dist.barrier()
                """, "13 note rank-absent");
    }

    @Test
    void aRecursionWithAFunctionThatCallsNothingIsNoDifference() {
        String program = """
                def visit(data, function):
                    if isinstance(data, list):
                        return [visit(each, function) for each in data]
                    return function(data)
                def shown(data):
                    return str(data)
                def main(data):
                    if dist.get_rank() == 0:
                        visit(data, shown)
                    dist.barrier()
                """;
        assertFound(program);
        assertFound(program.replace("str(data)", "dist.all_reduce(data)"), "9 warning op-mismatch");
    }

    @Test
    void aCheckThatRaisesIsANoteInALoopToo() {
        String program = """
                def main(names):
                    if dist.get_rank() == 0:
                        for name in names:
                            if "/" in name:
                                raise ValueError(name)
                    dist.barrier()
                """;
        assertFound(program, "3 note rank-absent");
        assertFound(program.replace("for name in names", "while step(names)"), "3 note rank-absent");
    }

    @Test
    void anAssertionIsANoteInsideAContextToo() {
        assertFound("""
                def load(name):
                    if f"rank_{dist.get_rank()}." + name != "rank_0." + name:
                        assert dist.get_rank() != 0
                    dist.barrier()
                def main(name):
                    with opened(name):
                        load(name)
                """, "4 note rank-absent");
    }

    @Test
    void aVariableThatIsNonlocalAndNotChangedKeepsItsValue() {
        String program = """
                def main(x):
                    ranks = [0]
                    group = dist.new_group(ranks)
                    def send():
                        nonlocal group
                        dist.broadcast(x, src=0, group=group)
                    if dist.get_rank() == 0:
                        send()
                """;
        assertFound(program);
        assertFound(program.replace("ranks = [0]", "ranks = [0, 1]"), "8 warning extra-collective");
    }

    @Test
    void theGlobalRankOfAMemberIsNotTheRankOfThisProcess() {
        String program = """
                def send(x, group):
                    dist.broadcast(x, src=dist.get_global_rank(group, 0), group=group)
                """;
        assertFound(program);
        assertFound(program.replace("dist.get_global_rank(group, 0)", "dist.get_rank()"), "3 warning root-mismatch");
    }

    @Test
    void aLibraryCallsTheSameFunctionAlikeWhereverItGetsIt() {
        String program = """
                from scipy.optimize import minimize
                def objective(x):
                    return dist.all_reduce(x)
                def main(x, y):
                    if dist.get_rank() == 0:
                        minimize(objective, x)
                    else:
                        minimize(objective, y)
                """;
        assertFound(program);
        assertFound(program.replace("minimize(objective, y)", "minimize(print, y)"), "6 warning extra-collective");
    }

    @Test
    void dataOfOneRankIsANoteAndSaysSo() {
        ScanResult result = scan("t.py", """
                import os
                if os.path.exists("checkpoint"):
                    dist.barrier()
                """);

        assertEquals(
                List.of("3 note extra-collective"),
                result.findings().stream().map(CodeScanTest::text).toList());
        assertEquals(
                "data of one rank decides: `os.path.exists`",
                result.findings().get(0).why());
    }

    @Test
    void aFingerprintStaysWhenLinesMoveAndChangesWithTheCondition() {
        String source = """
                if dist.get_rank() == 0:
                    dist.barrier()
                """;
        String before = scan("t.py", source).findings().get(0).fingerprint();

        assertEquals(before, scan("t.py", "\n\n" + source).findings().get(0).fingerprint());
        assertNotEquals(
                before,
                scan("t.py", source.replace("== 0", "== 1")).findings().get(0).fingerprint());
        assertNotEquals(before, scan("u.py", source).findings().get(0).fingerprint());
    }

    @Test
    void saysWhichLibrariesItRecognized() {
        assertEquals(
                List.of("torch.distributed"), scan("t.py", "dist.barrier()\n").libraries());
        assertEquals(
                List.of(),
                ScannedCode.of(Map.of("t.py", "print(1)\n".getBytes(StandardCharsets.UTF_8)))
                        .libraries());
    }
}
