package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;

/** Calls as a culprit makes them. */
final class Requests {
    private static final long MORE_ROWS = 32;

    private Requests() {}

    static SimulatedCall barrier(SimulatedCall call) {
        return SimulatedCall.of(Operation.BARRIER, ElementType.UNKNOWN, 0, call.site(), -1);
    }

    static SimulatedCall longer(SimulatedCall call) {
        return call.counting(call.read() + 1024, call.written() + 1024);
    }

    /** Sends the first rank more than that one expects. */
    static SimulatedCall uneven(SimulatedCall call) {
        long[] shares = call.shares().clone();
        shares[0] += MORE_ROWS;
        return call.counting(call.read() + MORE_ROWS, call.written()).sharing(shares);
    }
}
