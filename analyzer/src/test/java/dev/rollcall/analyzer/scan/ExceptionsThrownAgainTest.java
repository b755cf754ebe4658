package dev.rollcall.analyzer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.scan.family.Compiler;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Exceptions that pass a {@code finally}, a {@code synchronized} block, or a handler that throws them again. */
class ExceptionsThrownAgainTest {
    private static final String HEAD = """
            package demo;
            import org.bytedeco.pytorch.*;
            class Train {
                static void work(ProcessGroupGloo g, java.io.Closeable x) throws java.io.IOException {
                    int rank = g.getRank();
            """;

    /** Asserts that a warning stands at the marked line, and nothing else; nothing without a mark. */
    private static void assertWarnings(String body) {
        String source = HEAD + body + "g.barrier();\n}\n}\n";
        Map<String, byte[]> classes = new HashMap<>();
        Compiler.compile(Map.of("demo.Train", source))
                .forEach((name, bytes) -> classes.put(name.replace('.', '/') + ".class", bytes));
        List<CodeFinding> findings = ScannedCode.findings(classes);
        assertEquals(
                ScannedCode.marked(source, "// warning"),
                ScannedCode.lines(findings, Level.WARNING),
                findings::toString);
        assertEquals(List.of(), ScannedCode.lines(findings, Level.NOTE), findings::toString);
    }

    @Test
    void aFinallyKeepsTheTypeForTheHandlersAround() {
        String thrown = """
                try {
                    try {
                        if (rank == 0) {%s
                            throw new IllegalStateException();
                        }
                    } finally {
                        x.hashCode();
                    }
                } catch (%s e) {
                    x.toString();
                }
                """;
        assertWarnings(thrown.formatted(" // warning", "java.util.NoSuchElementException"));
        assertWarnings(thrown.formatted("", "IllegalStateException"));
    }

    @Test
    void aHandlerThatThrowsAgainKeepsTheType() {
        assertWarnings("""
                for (int i = 0; i < 3; i++) {
                    x.hashCode();
                }
                try {
                    try {
                        if (rank == 0) { // warning
                            throw new IllegalStateException();
                        }
                    } catch (RuntimeException e) {
                        x.hashCode();
                        throw e;
                    }
                } catch (java.util.NoSuchElementException e) {
                    x.toString();
                }
                """);
    }

    @Test
    void aHandlerInALoopThrowsToTheHandlersAroundIt() {
        assertWarnings("""
                try {
                    for (int i = 0; i < 3; i++) {
                        try {
                            if (rank == 0) {
                                throw new IllegalStateException();
                            }
                        } catch (IllegalStateException e) {
                            if (i == 2) {
                                throw e;
                            }
                        }
                    }
                } catch (IllegalStateException e) {
                    x.toString();
                }
                """);
    }

    @Test
    void aLockIsLeftByTheException() {
        assertWarnings("""
                synchronized (x) {
                    if (rank == 0) { // warning
                        throw new IllegalStateException();
                    }
                }
                """);
    }
}
