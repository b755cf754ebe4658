package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.trace.CallCursor;
import dev.rollcall.trace.Operation;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the numbers of the signatures and stacks of one trace's calls in the job's tables. A rank makes few different calls
 * again and again, so the last ones are looked up without making an object. Not thread-safe.
 */
final class CallInterner {
    private static final int SIZE = 64;
    private static final int WORDS = 6;
    private static final long HASH = 0x9E3779B97F4A7C15L;
    /** 64 TB of bytes: no memory holds more. */
    private static final long MOST_ELEMENTS = 1L << 46;

    private final TraceTranslator translator;
    private final InternTable<Signature> signatures;
    private final InternTable<CallStack> table;

    /** What makes up the last signatures, {@link #WORDS} for each, and their numbers. */
    private final long[] signatureWords = new long[SIZE * WORDS];

    private final int[] signatureNumbers = new int[SIZE];
    private final long[] words = new long[WORDS];

    /** The last stacks and their numbers in the job's table. Stack 0 is no stack, and is looked up in the map each time. */
    private final int[] stacks = new int[SIZE];

    private final int[] stackNumbers = new int[SIZE];
    private final Map<Integer, Integer> numbers = new HashMap<>();

    CallInterner(TraceTranslator translator, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        this.translator = translator;
        this.signatures = signatures;
        this.table = stacks;
    }

    /** Returns the number of the signature of the call at a cursor. */
    int signature(CallCursor call) {
        describe(call);
        long hash = 0;
        for (long word : words) {
            hash = (hash ^ word) * HASH;
        }
        int at = (int) (hash >>> 58);
        boolean same = true;
        for (int i = 0; i < WORDS; i++) {
            same &= signatureWords[at * WORDS + i] == words[i];
        }
        if (!same) {
            System.arraycopy(words, 0, signatureWords, at * WORDS, WORDS);
            signatureNumbers[at] = signatures.id(isDamaged(call) ? Signature.LOST : translator.signature(call.call()));
        }
        return signatureNumbers[at];
    }

    /** Returns whether a call has what no recorder writes: more elements than any memory holds, or an unknown operation. */
    private static boolean isDamaged(CallCursor call) {
        return call.hasCountIn() && call.countIn() > MOST_ELEMENTS
                || call.hasCountOut() && call.countOut() > MOST_ELEMENTS
                || call.operationCode() != Operation.UNKNOWN.code()
                        && Operation.ofCode(call.operationCode()) == Operation.UNKNOWN;
    }

    /** Sets {@link #words} to all that makes up the signature. The first word is never 0, as in unused entries. */
    private void describe(CallCursor call) {
        words[0] = 1
                | (call.hasCountIn() ? 2 : 0)
                | (call.hasCountOut() ? 4 : 0)
                | (call.hasListHash() ? 8 : 0)
                | (call.hasRootOrPeer() ? 16 : 0)
                | (call.hasMessageTag() ? 32 : 0)
                | (long) call.operationCode() << 8
                | (long) call.typeCode() << 24
                | (long) call.reductionCode() << 32;
        words[1] = call.countIn();
        words[2] = call.countOut();
        words[3] = call.listHash();
        words[4] = (long) call.rootOrPeer() << 32 | call.messageTag() & 0xFFFFFFFFL;
        // An operation without a code of its own has the name of the function.
        words[5] = call.function();
    }

    /** Returns the number of the stack of the call at a cursor. */
    int stack(CallCursor call) {
        int stack = call.stack();
        int at = stack * 0x9E3779B9 >>> 26;
        if (stacks[at] != stack || stack == 0) {
            stackNumbers[at] = numbers.computeIfAbsent(stack, id -> table.id(translator.stackOfApplication(id)));
            stacks[at] = stack;
        }
        return stackNumbers[at];
    }
}
