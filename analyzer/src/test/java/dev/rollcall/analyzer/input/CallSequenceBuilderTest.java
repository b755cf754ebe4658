package dev.rollcall.analyzer.input;

import static dev.rollcall.analyzer.model.CallState.COMPLETED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import org.junit.jupiter.api.Test;

class CallSequenceBuilderTest {
    private final InternTable<Signature> table = new InternTable<>();
    private final CallSequenceBuilder builder = new CallSequenceBuilder();
    private final int barrier = table.id(Signature.of("barrier"));

    private CallSequence build(long last) {
        return builder.build(last, table, position -> null);
    }

    @Test
    void ordersBySequenceNumber() {
        int broadcast = table.id(Signature.of("broadcast"));
        builder.add(2, broadcast, 0, CallState.STARTED, 1);
        builder.add(1, barrier, 0, CallState.COMPLETED, 0);

        CallSequence calls = build(2);

        assertEquals(barrier, calls.signatureNumber(0));
        assertEquals(broadcast, calls.signatureNumber(1));
    }

    @Test
    void marksMissingNumbersAsLost() {
        builder.add(3, barrier, 0, CallState.COMPLETED, 0);
        builder.add(5, barrier, 0, CallState.COMPLETED, 1);

        CallSequence calls = build(6);

        assertEquals(3, calls.firstSequence());
        assertEquals(6, calls.lastSequence());
        assertEquals(Signature.LOST, table.value(calls.signatureNumber(1)));
        assertEquals(CallState.UNKNOWN, calls.state(1));
        assertEquals(Signature.LOST, calls.call(3).signature());
        assertEquals(6, calls.call(3).sequence());
    }

    @Test
    void keepsTheLastNumberIfNoCallIsHeld() {
        CallSequence calls = build(500);

        assertEquals(0, calls.size());
        assertEquals(500, calls.lastSequence());
    }

    @Test
    void dropsACallFarBeforeTheOthers() {
        builder.add(1, barrier, 0, CallState.COMPLETED, 0);
        builder.add(100_000, barrier, 0, CallState.COMPLETED, 1);

        assertEquals(100_000, build(100_000).firstSequence());
    }

    @Test
    void givesTheTimesOfTheNewestCallsWithoutLoadingThem() {
        CallSequenceBuilder builder = new CallSequenceBuilder(80);
        for (int i = 1; i <= 1000; i++) {
            builder.add(i, barrier, 0, CallState.COMPLETED, i, 10 * i, 10 * i + 3);
        }

        CallSequence calls = builder.build(1001, table, position -> null);

        assertEquals(Call.NO_TIME, calls.enqueued(1000));
        assertEquals(10_000, calls.enqueued(999));
        assertEquals(10_003, calls.completed(999));
        assertEquals(9_503, calls.completed(949));
        // An old call's times are loaded with the whole call, which is gone here.
        assertEquals(Call.NO_TIME, calls.enqueued(0));
    }

    @Test
    void loadsTheCallForTimesThatWereNotGiven() {
        builder.add(1, barrier, 0, CallState.COMPLETED, 0);
        builder.add(2, barrier, 0, CallState.COMPLETED, 1, 20, 23);
        Call whole = new Call(1, table.value(barrier), "", COMPLETED, 5, 6, 7, CallStack.UNKNOWN, "", "");

        CallSequence calls = builder.build(2, table, position -> whole);

        assertEquals(5, calls.enqueued(0));
        assertEquals(7, calls.completed(0));
    }

    @Test
    void asksATimedLoaderForTimesWithoutLoadingTheCall() {
        builder.add(1, barrier, 0, COMPLETED, 40);
        builder.add(3, barrier, 0, COMPLETED, 50);
        TimedCallLoader source = new TimedCallLoader() {
            @Override
            public Call apply(long position) {
                throw new AssertionError("a whole call was asked for");
            }

            @Override
            public long enqueued(long position) {
                return position + 1;
            }

            @Override
            public long completed(long position) {
                return position + 2;
            }
        };

        CallSequence calls = builder.build(3, table, source);

        assertEquals(41, calls.enqueued(0));
        assertEquals(52, calls.completed(2));
        assertEquals(Call.NO_TIME, calls.enqueued(1));
    }

    @Test
    void changesACallThatWasAdded() {
        int broadcast = table.id(Signature.of("broadcast"));
        builder.add(7, barrier, 0, CallState.ENQUEUED, 70);
        builder.change(0, broadcast, COMPLETED);

        CallSequence calls = build(7);

        assertEquals(1, builder.size());
        assertEquals(7, builder.sequence(0));
        assertEquals(70, builder.position(0));
        assertEquals(broadcast, calls.signatureNumber(0));
        assertEquals(COMPLETED, calls.state(0));
    }
}
