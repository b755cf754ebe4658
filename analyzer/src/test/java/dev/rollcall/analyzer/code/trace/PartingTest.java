package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the condition between two recorded ways where data decides, which the code does not show to differ. */
class PartingTest {
    private static final String JOB = """
            package demo;
            import java.util.List;
            class Job {
                interface Calls { void sum(float[] of); void gather(float[] of); }
                void fit(Calls calls, List<float[]> shard, int every) {
                    for (int epoch = 0; epoch < 6; epoch++) {
                        for (float[] batch : shard) { // each batch
                            calls.sum(batch); // in the loop
                        }
                        report(calls, shard); // calls report
                        if (epoch % 2 == 0) {
                            calls.gather(null); // every second
                        }
                        calls.sum(new float[8]); // at the end
                        if (epoch % every == 0 && best(shard) > 3) { // better
                            calls.gather(new float[1]); // saves
                        }
                    }
                }
                void report(Calls calls, List<float[]> shard) {
                    if (shard.isEmpty()) { // nothing to report
                        return;
                    }
                    for (int part = 0; part < 3; part++) {
                        calls.gather(shard.get(0)); // reports
                    }
                }
                static double best(List<float[]> shard) {
                    return shard.get(0)[0];
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
            Files.write(classes.resolve(each.getKey().substring("demo.".length()) + ".class"), each.getValue());
        }
        code = new StackCode(List.of(), List.of(folder));
    }

    private static int line(String comment) {
        List<String> lines = JOB.lines().toList();
        return 1
                + lines.indexOf(lines.stream()
                        .filter(each -> each.endsWith("// " + comment))
                        .findFirst()
                        .orElseThrow());
    }

    private static List<StackFrame> way(String... frames) {
        List<StackFrame> way = new ArrayList<>();
        for (String each : frames) {
            String[] parts = each.split(" ", 2);
            way.add(new StackFrame("demo.Job", parts[0], "Job.java", line(parts[1])));
        }
        return way;
    }

    private void assertParting(String condition, Effect effect, List<StackFrame> way, List<StackFrame> other) {
        Fork fork = code.parting(way, other).orElseThrow();
        assertEquals(line(condition), fork.line());
        assertEquals(effect, fork.effect());
    }

    @Test
    void findsTheLoopThatRanWithoutTheOthers() {
        assertParting("each batch", Effect.LOOP, way("fit in the loop"), way("fit at the end"));
    }

    @Test
    void findsTheConditionAroundOneOfTheCalls() {
        assertParting("better", Effect.INSIDE, way("fit saves"), way("fit in the loop"));
    }

    @Test
    void findsTheEarlyReturnBelowWhereTheWaysPart() {
        assertParting(
                "nothing to report", Effect.PAST, way("report reports", "fit calls report"), way("fit at the end"));
    }

    @Test
    void saysNothingWhereEachConditionIsTheSameForAll() {
        assertEquals(Optional.empty(), code.parting(way("fit every second"), way("fit at the end")));
        assertEquals(Optional.empty(), code.parting(way("fit at the end"), way("fit every second")));
        assertEquals(Optional.empty(), code.parting(way("fit at the end"), way("fit at the end")));
    }
}
