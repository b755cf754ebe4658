package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of one dump in columns, which take less memory than a fifth of the file, so that the file is read once. Safe for
 * use by several threads once all entries are in their lanes.
 */
final class DumpCalls {
    private static final CallState[] STATES = CallState.values();

    private final InternTable<Signature> table;
    private final int[] signatures;
    private final int[] sites;
    private final byte[] states;
    private final CallStack[] stacks;
    private final String[] functions;
    private final String[] threads;
    private final long[] enqueued;
    private final long[] started;
    private final long[] completed;

    /** Takes what the model needs out of a dump's entries. */
    DumpCalls(List<DumpEntry> entries, InternTable<Signature> table, InternTable<StackFrame> siteTable) {
        this.table = table;
        this.signatures = new int[entries.size()];
        this.sites = new int[entries.size()];
        this.states = new byte[entries.size()];
        this.stacks = new CallStack[entries.size()];
        this.functions = new String[entries.size()];
        this.threads = new String[entries.size()];
        this.enqueued = new long[entries.size()];
        this.started = new long[entries.size()];
        this.completed = new long[entries.size()];
        SignatureNumbers numbers = new SignatureNumbers(table);
        Map<CallStack, Integer> knownSites = new IdentityHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            DumpEntry entry = entries.get(i);
            signatures[i] = numbers.of(entry);
            sites[i] = knownSites.computeIfAbsent(entry.stack, stack -> site(stack, siteTable));
            states[i] = (byte) (i < entries.size() - 1 ? entry.state() : ofNewest(entry)).ordinal();
            stacks[i] = entry.stack;
            functions[i] = entry.name.text();
            threads[i] = entry.thread;
            enqueued[i] = entry.enqueued();
            started[i] = entry.started();
            completed[i] = entry.completed();
        }
    }

    /**
     * Returns how far the newest entry's call got. A send or receive that no watchdog has let go and that nothing follows may be one
     * that the library still holds up: its events are not recorded yet, and such look as if they had happened.
     */
    private static CallState ofNewest(DumpEntry entry) {
        CallState state = entry.state();
        boolean open = entry.pointToPoint() && !entry.retired;
        return open && state == CallState.COMPLETED ? CallState.UNKNOWN : state;
    }

    private static int site(CallStack stack, InternTable<StackFrame> sites) {
        StackFrame frame = stack.siteFrame();
        return sites.id(frame == null ? Job.UNKNOWN_SITE : frame);
    }

    /** Returns what the call of the entry at an index asks for. */
    Signature signature(int index) {
        return table.value(signatures[index]);
    }

    /** Returns the signature with this number in the job's table. */
    Signature value(int id) {
        return table.value(id);
    }

    /** Returns the number of a signature in the job's table. */
    int id(Signature signature) {
        return table.id(signature);
    }

    /** Returns the number of that signature in the job's table. */
    int signatureId(int index) {
        return signatures[index];
    }

    /** Returns the number of the site of the entry at an index in the job's table. */
    int site(int index) {
        return sites[index];
    }

    /** Returns how far the call of the entry at an index got. */
    CallState state(int index) {
        return STATES[states[index]];
    }

    /** Returns when the call of the entry at an index was issued. */
    long enqueued(int index) {
        return enqueued[index];
    }

    /** Returns when the call of the entry at an index completed. */
    long completed(int index) {
        return completed[index];
    }

    /** Learns what the call of the entry at an index asks for together with those coalesced with it. */
    void asks(int index, int signature) {
        signatures[index] = signature;
    }

    /** Learns that the call of the entry at an index got as far as another entry tells. */
    void endWith(int index, int end) {
        states[index] = states[end];
        started[index] = started[end];
        completed[index] = completed[end];
    }

    /** Returns the whole call of the entry at an index, as the one with this sequence number. */
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
     * Returns the last time that any entry tells of: the watchdog notes a start as late as when it writes the dump.
     * {@link Call#NO_TIME} where none tells of one, or calls are under way of which none has a start: where a job does not
     * time its calls, or the one that the device is in is overwritten, nothing tells when its dump was written.
     */
    long latest() {
        long latest = Call.NO_TIME;
        boolean pending = false;
        boolean timed = false;
        for (int i = 0; i < enqueued.length; i++) {
            latest = Math.max(latest, Math.max(enqueued[i], Math.max(started[i], completed[i])));
            pending |= state(i).pending();
            timed |= started[i] != Call.NO_TIME && state(i).pending();
        }
        return pending && !timed ? Call.NO_TIME : latest;
    }
}
