package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import org.junit.jupiter.api.Test;

class TimeShiftTest {
    private final InternTable<Signature> table = new InternTable<>();
    private final int barrier = table.id(Signature.of("barrier"));

    @Test
    void movesTheTimesInMemoryAndThoseOfLoadedCalls() {
        CallSequenceBuilder builder = new CallSequenceBuilder(1);
        builder.add(1, barrier, 0, CallState.COMPLETED, 1, 20, 23);
        builder.add(2, barrier, 0, CallState.COMPLETED, 2, 30, Call.NO_TIME);
        Call first = new Call(
                1, table.value(barrier), "", CallState.COMPLETED, 20, Call.NO_TIME, 23, CallStack.UNKNOWN, "", "");

        CallSequence calls = new TimeShift(5).of(builder.build(2, table, position -> first));

        assertEquals(15, calls.enqueued(0));
        assertEquals(18, calls.completed(0));
        assertEquals(25, calls.enqueued(1));
        assertEquals(Call.NO_TIME, calls.completed(1));
        assertEquals(Call.NO_TIME, calls.call(0).started());
    }
}
