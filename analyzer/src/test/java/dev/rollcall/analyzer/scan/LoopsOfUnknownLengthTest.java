package dev.rollcall.analyzer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.scan.family.Compiler;
import dev.rollcall.analyzer.verdict.CodeFinding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Loops that are long, or whose length is not known. */
class LoopsOfUnknownLengthTest {
    private static final String HEAD = "package demo;\nimport org.bytedeco.pytorch.*;\nclass Train {\n";

    private static List<CodeFinding> scan(String body) {
        Map<String, byte[]> classes = new HashMap<>();
        Compiler.compile(Map.of("demo.Train", HEAD + body + "}\n"))
                .forEach((name, bytes) -> classes.put(name.replace('.', '/') + ".class", bytes));
        return ScannedCode.findings(classes);
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
    void looksBehindLoopsOverWhatALibraryGives() {
        List<CodeFinding> findings = scan("""
                static void work(ProcessGroupGloo g, java.util.Queue<String> lines, java.io.BufferedReader in)
                throws java.io.IOException {
                boolean open = in.ready();
                String line;
                while ((line = lines.poll()) != null) {
                while (open) {
                line = in.readLine();
                }
                g.barrier();
                }
                if (g.getRank() == 0) {
                g.barrier();
                }
                }
                """);

        assertEquals(List.of(14), findings.stream().map(CodeFinding::line).toList(), findings.toString());
    }

    @Test
    void notesNothingInMethodsThatCannotComeToKnowTheirRank() {
        assertEquals(List.of(), scan("""
                static void down(ProcessGroupGloo g, int n) {
                g.barrier();
                down(g, n + 1);
                }
                """));
    }

    @Test
    void asksForTheRankInInitializersAndConstructors() {
        List<CodeFinding> findings = scan("""
                static class Place {
                static final int RANK = Integer.parseInt(System.getenv("RANK"));
                }
                final boolean leads = Place.RANK == 0;
                void save(ProcessGroupGloo g) {
                if (leads) {
                g.barrier();
                }
                }
                static void load(ProcessGroupGloo g) {
                if (Place.RANK == 1) {
                g.barrier();
                }
                }
                """);

        assertEquals(List.of(9, 14), findings.stream().map(CodeFinding::line).toList(), findings.toString());
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
