package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;

/** Calls of which little is known. */
final class Calls {
    private Calls() {}

    /** Returns a call whose record is gone, or was overwritten since the job was read. */
    static Call bare(long sequence, Signature signature, CallState state) {
        return new Call(
                sequence, signature, "", state, Call.NO_TIME, Call.NO_TIME, Call.NO_TIME, CallStack.UNKNOWN, "", "");
    }
}
