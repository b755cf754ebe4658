package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.trace.CallCursor;
import dev.rollcall.trace.Operation;

/**
 * Finds the numbers of the signatures of one trace's calls without making the signatures: the calls of a rank are a few that
 * repeat. Not thread-safe.
 */
final class CallInterner {
    private static final int SIZE = 64;
    private static final int WORDS = 6;
    /** 64 TB of bytes. */
    private static final long MOST_ELEMENTS = 1L << 46;

    private final TraceTranslator words;
    private final InternTable<Signature> table;
    private final long[] known = new long[SIZE * WORDS];
    private final int[] numbers = new int[SIZE];
    private final long[] asked = new long[WORDS];

    CallInterner(TraceTranslator words, InternTable<Signature> table) {
        this.words = words;
        this.table = table;
    }

    /** Returns the number of what the call that a cursor is at asks for. */
    int of(CallCursor call) {
        describe(call);
        long mixed = 0;
        for (long word : asked) {
            mixed = (mixed ^ word) * 0x9E3779B97F4A7C15L;
        }
        int at = (int) (mixed >>> 58);
        boolean same = true;
        for (int i = 0; i < WORDS; i++) {
            same &= known[at * WORDS + i] == asked[i];
        }
        if (!same) {
            System.arraycopy(asked, 0, known, at * WORDS, WORDS);
            numbers[at] = table.id(damaged(call) ? Signature.LOST : words.signature(call.call()));
        }
        return numbers[at];
    }

    /** Whether a call asks for what no recorder writes: more elements than any memory holds, or an operation that there is not. */
    private static boolean damaged(CallCursor call) {
        return call.hasCountIn() && call.countIn() > MOST_ELEMENTS
                || call.hasCountOut() && call.countOut() > MOST_ELEMENTS
                || call.operationCode() != Operation.UNKNOWN.code()
                        && Operation.ofCode(call.operationCode()) == Operation.UNKNOWN;
    }

    /** Notes all that a signature is made of; the first word is never 0, which stands for nothing known. */
    private void describe(CallCursor call) {
        asked[0] = 1
                | (call.hasCountIn() ? 2 : 0)
                | (call.hasCountOut() ? 4 : 0)
                | (call.hasListHash() ? 8 : 0)
                | (call.hasRootOrPeer() ? 16 : 0)
                | (call.hasMessageTag() ? 32 : 0)
                | (long) call.operationCode() << 8
                | (long) call.typeCode() << 24
                | (long) call.reductionCode() << 32;
        asked[1] = call.countIn();
        asked[2] = call.countOut();
        asked[3] = call.listHash();
        asked[4] = (long) call.rootOrPeer() << 32 | call.messageTag() & 0xFFFFFFFFL;
        // Of an operation without a code of its own the function's name is the operation.
        asked[5] = call.function();
    }
}
