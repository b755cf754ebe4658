package dev.rollcall.analyzer.code.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CodeStructure.Loop;
import dev.rollcall.analyzer.model.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StackLinesTest {
    private static final String SOURCE = "src/test/java/dev/rollcall/analyzer/code/trace/Looping.java";

    private final StackCode structure = new StackCode(List.of(), List.of(Path.of("target/test-classes")));

    private static StackFrame frame(String method, String printed) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(SOURCE));
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("\"" + printed + "\"")) {
                return new StackFrame("dev.rollcall.analyzer.code.trace.Looping", method, "Looping.java", i + 1);
            }
        }
        throw new AssertionError("nothing prints " + printed);
    }

    @Test
    void tellsWhichLinesAreInTheLoopOfACall() throws Exception {
        List<Loop> loops = structure.loopsAround(frame("train", "gradient")).orElseThrow();
        assertEquals(1, loops.size());
        assertTrue(loops.get(0).holds(frame("train", "loss")));
        assertTrue(loops.get(0).holds(frame("train", "save")));
        assertFalse(loops.get(0).holds(frame("train", "barrier")));
    }

    @Test
    void saysThatALineOutsideOfEveryLoopIsInNone() throws Exception {
        assertEquals(Optional.of(List.of()), structure.loopsAround(frame("train", "barrier")));
    }

    @Test
    void listsNestedLoopsInnermostFirst() throws Exception {
        List<Loop> loops = structure.loopsAround(frame("nested", "batch")).orElseThrow();
        assertEquals(2, loops.size());
        assertFalse(loops.get(0).holds(frame("nested", "evaluate")));
        assertTrue(loops.get(1).holds(frame("nested", "evaluate")));
    }

    @Test
    void tellsWhetherALoopPassesALineEachTime() throws Exception {
        StackFrame loss = frame("train", "loss");
        assertEquals(Optional.of(false), structure.comesAgain(loss, frame("train", "gradient")));
        assertEquals(Optional.of(true), structure.comesAgain(loss, frame("train", "save")));
        assertEquals(Optional.of(false), structure.comesAgain(frame("train", "barrier"), frame("train", "gradient")));
    }

    @Test
    void tellsStatementsThatFollowEachOtherFromTheSidesOfABranch() throws Exception {
        assertEquals(Optional.of(true), structure.leadsTo(frame("train", "barrier"), frame("train", "reduce")));
        assertEquals(Optional.of(false), structure.leadsTo(frame("train", "broadcast"), frame("train", "reduce")));
        assertEquals(Optional.of(false), structure.leadsTo(frame("train", "reduce"), frame("train", "broadcast")));
        assertEquals(Optional.of(false), structure.leadsTo(frame("train", "save"), frame("train", "gradient")));
    }

    @Test
    void knowsNothingOfClassesAndLinesThatAreNotThere() {
        assertEquals(
                Optional.empty(), structure.loopsAround(new StackFrame("demo.Nowhere", "train", "Nowhere.java", 10)));
        assertEquals(
                Optional.empty(),
                structure.loopsAround(
                        new StackFrame("dev.rollcall.analyzer.code.trace.Looping", "train", "Looping.java", 9_999)));
    }
}
