package dev.rollcall.analyzer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.scan.code.ProgramReader;
import dev.rollcall.analyzer.scan.family.Compiler;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.catalogue.Catalogue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Loops that go round more often than can be followed. */
class LongLoopsTest {
    private static final String HEAD = "package demo;\nimport org.bytedeco.pytorch.*;\nclass Train {\n";

    private static List<CodeFinding> scan(String body) {
        ProgramReader reader = new ProgramReader();
        Compiler.compile(Map.of("demo.Train", HEAD + body + "}\n")).forEach((name, bytes) -> reader.add(bytes, name));
        return new RankScan(Catalogue.builtIn()).of(reader.program());
    }

    @Test
    void looksBehindThem() {
        List<CodeFinding> findings = scan("""
                static void work(ProcessGroupGloo g, TensorVector v) {
                int rank = g.getRank();
                for (int epoch = 0; epoch < 100; epoch++) {
                for (int step = 0; step < 10_000; step++) {
                g.allreduce(v);
                }
                }
                if (rank == 0) {
                g.barrier();
                }
                }
                """);

        assertEquals(List.of(11), findings.stream().map(CodeFinding::line).toList());
    }

    @Test
    void notesNothingInMethodsThatCanReachNoCollective() {
        assertEquals(List.of(), scan("""
                static void spin() {
                for (long i = 0; ; i++) {
                if (i < 0) {
                System.exit(1);
                }
                }
                }
                """));
    }
}
