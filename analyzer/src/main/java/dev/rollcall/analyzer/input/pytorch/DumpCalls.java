package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of one dump in columns, which take less memory than a fifth of the file, so that the file is read once. Safe for use by
 * several threads once all entries are in their lanes.
 */
final class DumpCalls {
    private static final CallState[] STATES = CallState.values();
    private static final int KNOWN_BITS = 8;

    private final InternTable<Signature> table;
    private final int[] signatures;
    private final int[] stackNumbers;
    private final byte[] states;
    private final CallStack[] stacks;
    private final String[] functions;
    private final String[] threads;
    private final long[] enqueued;
    private final long[] started;
    private final long[] completed;
    private final long noticed;

    /**
     * Makes the columns of a dump's entries, with the numbers of signatures and stacks in the job's tables.
     *
     * @param heldBack the calls that are pending whatever their entries say
     */
    DumpCalls(
            List<DumpEntry> entries,
            HeldBackCalls heldBack,
            InternTable<Signature> table,
            InternTable<CallStack> stackTable) {
        this.table = table;
        this.noticed = heldBack.noticed();
        this.signatures = new int[entries.size()];
        this.stackNumbers = new int[entries.size()];
        this.states = new byte[entries.size()];
        this.stacks = new CallStack[entries.size()];
        this.functions = new String[entries.size()];
        this.threads = new String[entries.size()];
        this.enqueued = new long[entries.size()];
        this.started = new long[entries.size()];
        this.completed = new long[entries.size()];
        DumpEntry[] known = new DumpEntry[1 << KNOWN_BITS];
        int[] knownSignatures = new int[known.length];
        Map<CallStack, Integer> knownStacks = new IdentityHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            DumpEntry entry = entries.get(i);
            // A job repeats few calls: a signature is made once for the entries that share all of its parts.
            long mixed = System.identityHashCode(entry.name) * 31L + entry.inputElements * 7 + entry.outputElements;
            int at = (int) (mixed * 0x9E3779B97F4A7C15L >>> Long.SIZE - KNOWN_BITS);
            if (known[at] == null || !sameSignature(known[at], entry)) {
                known[at] = entry;
                knownSignatures[at] = table.id(entry.signature());
            }
            signatures[i] = knownSignatures[at];
            stackNumbers[i] = knownStacks.computeIfAbsent(entry.stack, stack -> stackTable.id(stack.ofApplication()));
            boolean held = heldBack.contains(i);
            CallState state = i < entries.size() - 1 ? entry.state() : newestState(entry);
            states[i] = (byte) (held ? CallState.ENQUEUED : state).ordinal();
            stacks[i] = entry.stack;
            functions[i] = entry.name.text();
            threads[i] = entry.thread;
            enqueued[i] = entry.enqueued();
            started[i] = held ? Call.NO_TIME : entry.started();
            completed[i] = held ? Call.NO_TIME : entry.completed();
        }
    }

    /** Compares by reference where parts of equal calls are nearly always one object: a wrong no costs time alone. */
    private static boolean sameSignature(DumpEntry one, DumpEntry other) {
        return one.name == other.name
                && one.inputElements == other.inputElements
                && one.outputElements == other.outputElements
                && one.inputType == other.inputType
                && one.outputType == other.outputType
                && one.pointToPoint == other.pointToPoint;
    }

    /**
     * Returns how far the newest entry's call got. A send or receive that is not retired, and that no call follows, looks completed
     * while the library still holds it back, because its events are not recorded yet.
     */
    private static CallState newestState(DumpEntry entry) {
        CallState state = entry.state();
        boolean open = entry.isPointToPoint() && !entry.retired;
        return open && state == CallState.COMPLETED ? CallState.UNKNOWN : state;
    }

    /** Returns the signature of the call at an index. */
    Signature signature(int index) {
        return table.value(signatures[index]);
    }

    /** Returns the signature with a number in the job's table. */
    Signature signatureById(int id) {
        return table.value(id);
    }

    /** Returns the number of a signature in the job's table. */
    int id(Signature signature) {
        return table.id(signature);
    }

    /** Returns the number of the signature of the call at an index in the job's table. */
    int signatureId(int index) {
        return signatures[index];
    }

    /** Returns the number of the stack of the call at an index in the job's table. */
    int stackNumber(int index) {
        return stackNumbers[index];
    }

    /** Returns how far the call at an index got. */
    CallState state(int index) {
        return STATES[states[index]];
    }

    /** Returns when the call at an index was issued. */
    long enqueued(int index) {
        return enqueued[index];
    }

    /** Returns when the call at an index completed. */
    long completed(int index) {
        return completed[index];
    }

    /** Replaces the signature of the call at an index, with which others are coalesced. */
    void setSignature(int index, int signature) {
        signatures[index] = signature;
    }

    /** Sets how far the call at an index got, and when, to what the entry at {@code end} says. */
    void endWith(int index, int end) {
        states[index] = states[end];
        started[index] = started[end];
        completed[index] = completed[end];
    }

    /** Returns the call at an index with a sequence number. */
    Call call(long sequence, int index) {
        return new Call(
                sequence,
                signature(index),
                functions[index],
                state(index),
                enqueued[index],
                started[index],
                completed[index],
                stacks[index],
                threads[index],
                "");
    }

    /**
     * Returns the latest time of any entry. The start of a call that is under way is noted when the entry is first looked at, which is
     * at the first dump, or earlier if a monitor looks; so a dump was written then or later. {@link Call#NO_TIME} if calls are
     * pending and none has such a time, as in a job that does not time its calls.
     */
    long latest() {
        long latest = noticed == 0 ? Call.NO_TIME : noticed;
        boolean pending = false;
        boolean timed = noticed != 0;
        for (int i = 0; i < enqueued.length; i++) {
            latest = Math.max(latest, Math.max(enqueued[i], Math.max(started[i], completed[i])));
            pending |= state(i).pending();
            timed |= started[i] != Call.NO_TIME && state(i).pending();
        }
        return pending && !timed ? Call.NO_TIME : latest;
    }
}
