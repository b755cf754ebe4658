package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.Request;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;

/** Calls as a culprit makes them. */
final class Requests {
    private static final long MORE_ROWS = 32;

    private Requests() {}

    static Request barrier(Request call) {
        return Request.of(Operation.BARRIER, ElementType.UNKNOWN, 0, call.site(), -1);
    }

    static Request longer(Request call) {
        return call.counting(call.read() + 1024, call.written() + 1024);
    }

    /** Sends the first rank more than that one expects. */
    static Request uneven(Request call) {
        long[] shares = call.shares().clone();
        shares[0] += MORE_ROWS;
        return call.counting(call.read() + MORE_ROWS, call.written()).sharing(shares);
    }
}
