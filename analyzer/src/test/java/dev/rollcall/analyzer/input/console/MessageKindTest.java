package dev.rollcall.analyzer.input.console;

import static dev.rollcall.analyzer.input.console.MessageKind.BARRIER;
import static dev.rollcall.analyzer.input.console.MessageKind.CHAINED_TRACEBACK;
import static dev.rollcall.analyzer.input.console.MessageKind.COUNTERS;
import static dev.rollcall.analyzer.input.console.MessageKind.LAUNCHER_IN_TASK;
import static dev.rollcall.analyzer.input.console.MessageKind.LAUNCH_COMMAND;
import static dev.rollcall.analyzer.input.console.MessageKind.WORLD_SIZE_OF_COMMAND;
import static dev.rollcall.analyzer.input.console.MessageKind.WORLD_SIZE_OF_SETTING;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MessageKindTest {
    @Test
    void aLineHasTheKindsOfAllOfItsWords() {
        assertEquals(
                EnumSet.of(LAUNCH_COMMAND, LAUNCHER_IN_TASK, WORLD_SIZE_OF_COMMAND, WORLD_SIZE_OF_SETTING),
                MessageKind.in("+ torchrun --nproc_per_node=8 train.py"));
        assertEquals(
                EnumSet.of(COUNTERS), MessageKind.in("PG status: last enqueued work: 100, last completed work: 99"));
        assertEquals(
                EnumSet.of(BARRIER, CHAINED_TRACEBACK),
                MessageKind.in("The above exception \u20ac was of a monitoredBarrier"));
    }

    @Test
    void aLineOfTheProgramHasNoKind() {
        assertEquals(Set.of(), MessageKind.in("step 100 loss 0.25"));
        assertEquals(Set.of(), MessageKind.in(""));
    }
}
