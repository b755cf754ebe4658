package dev.rollcall.analyzer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.scan.family.Compiler;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.analyzer.verdict.ScanResult;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Unusual class files: damaged, without names and lines, huge, or recursive. */
class StrangeClassesTest {
    private static final String JOB = """
            package demo;
            import org.bytedeco.pytorch.*;
            class Job {
                static void work(ProcessGroup group, int n) {
                    BEFORE
                    if (group.getRank() == 0) {
                        group.barrier();
                    }
                }
            }
            """;

    private static byte[] compiled(String before) {
        return Compiler.compile(Map.of("demo.Job", JOB.replace("BEFORE", before)))
                .get("demo.Job");
    }

    private static ScanResult scan(byte[] content) {
        return ScannedCode.of(Map.of("demo/Job.class", content));
    }

    private static boolean warns(List<CodeFinding> findings) {
        return findings.stream().anyMatch(each -> each.level() == Level.WARNING);
    }

    @Test
    void survivesEveryDamage() {
        byte[] whole = compiled("for (int i = 0; i < n; i++) { group.barrier(); }");
        long seed = 20_261_121;
        Random random = new Random(seed);
        for (int i = 0; i < 150; i++) {
            byte[] damaged = whole.clone();
            for (int bytes = random.nextInt(4); bytes >= 0; bytes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            ScanResult result = scan(damaged);
            assertEquals(1, result.classes() + result.unread().size(), "seed " + seed + ", round " + i + ": " + result);
        }
    }

    @Test
    void findsTheBranchWhereNamesAndLinesWereRemoved() {
        ClassWriter out = new ClassWriter(0);
        new ClassReader(compiled("")).accept(new ClassVisitor(Opcodes.ASM9, out) {}, ClassReader.SKIP_DEBUG);

        List<CodeFinding> findings = scan(out.toByteArray()).findings();

        assertTrue(warns(findings), findings.toString());
        assertEquals(0, findings.get(0).line());
    }

    @Test
    void endsWithAHugeMethod() {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            body.append("if (n == ").append(i).append(") { n += ").append(i).append("; }\n");
        }

        ScanResult result = scan(compiled(body.toString()));

        assertTrue(warns(result.findings()) || !result.skipped().isEmpty(), result.toString());
    }

    @Test
    void endsWithLoopsThatNeverDo() {
        ScanResult result = scan(compiled("while (n < 5) { if (n > 7) { n = 9; } }"));

        assertTrue(warns(result.findings()), result.toString());
    }

    @Test
    void findsTheBranchInFunctionsThatCallEachOtherForEver() {
        ScanResult result = scan(compiled("work(group, n + 1);"));

        assertTrue(warns(result.findings()), result.toString());
    }
}
