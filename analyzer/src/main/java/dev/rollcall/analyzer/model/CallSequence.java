package dev.rollcall.analyzer.model;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * The calls of one rank on one communicator, in order, as far as its source still holds them.
 *
 * <p>Compact on purpose: 16,384 ranks of 2,000 calls fit, because a call is three numbers until somebody asks for the
 * whole of it. A hole (a call that was made but whose record is lost) has the signature {@link Signature#LOST}, so that
 * position {@code i} is always sequence number {@code firstSequence + i}. Immutable; {@link #call} is as thread-safe as the
 * loader that the reader gave.
 */
public final class CallSequence {
    private final long firstSequence;
    private final int[] signatures;
    private final int[] sites;
    private final byte[] states;
    private final IntFunction<Call> loader;
    private final InternTable<Signature> table;
    private final CallTimes times;

    /**
     * Makes a sequence over arrays that the caller gives up. Signatures are told by the whole calls; the parameters are those
     * of the other constructor.
     */
    public CallSequence(long firstSequence, int[] signatures, int[] sites, byte[] states, IntFunction<Call> loader) {
        this(firstSequence, signatures, sites, states, loader, null);
    }

    /**
     * Makes a sequence over arrays that the caller gives up.
     *
     * @param firstSequence sequence number of the first call that is held, from 1; more than 1 where earlier ones were
     *     overwritten
     * @param signatures number of each call's signature in the job's table
     * @param sites number of each call's site in the job's table
     * @param states ordinal of each call's {@link CallState}
     * @param loader gives the whole call at an index
     * @param table the job's signatures, so that none needs a whole call; null for none
     */
    public CallSequence(
            long firstSequence,
            int[] signatures,
            int[] sites,
            byte[] states,
            IntFunction<Call> loader,
            InternTable<Signature> table) {
        this(firstSequence, signatures, sites, states, loader, table, null);
    }

    /**
     * Makes a sequence as the constructor above does, which has times of its calls at hand.
     *
     * @param times tells the times as whole calls do; null for none
     */
    public CallSequence(
            long firstSequence,
            int[] signatures,
            int[] sites,
            byte[] states,
            IntFunction<Call> loader,
            InternTable<Signature> table,
            CallTimes times) {
        if (sites.length != signatures.length || states.length != signatures.length) {
            throw new IllegalArgumentException("arrays of different lengths");
        }
        this.firstSequence = firstSequence;
        this.signatures = signatures;
        this.sites = sites;
        this.states = states;
        this.loader = loader;
        this.table = table;
        this.times = times;
    }

    /** Returns how many calls are held. */
    public int size() {
        return signatures.length;
    }

    /** Returns the sequence number of the first call that is held. */
    public long firstSequence() {
        return firstSequence;
    }

    /** Returns the sequence number of the last call that is held, {@code firstSequence - 1} where none is. */
    public long lastSequence() {
        return firstSequence + signatures.length - 1;
    }

    /** Returns the number of the signature of the call at this index, from 0. */
    public int signature(int index) {
        return signatures[index];
    }

    /** Returns the number of the site of the call at this index, from 0. */
    public int site(int index) {
        return sites[index];
    }

    /** Returns how far the call at this index got. */
    public CallState state(int index) {
        return STATES[states[index]];
    }

    /** Returns what the call at this index asks for; much cheaper than the whole call where the sequence has a table. */
    public Signature asked(int index) {
        return table == null ? call(index).signature() : table.value(signatures[index]);
    }

    /** Returns when the call at this index was issued, as {@link Call#enqueued}; without the whole call where that is at hand. */
    public long enqueued(int index) {
        return times != null && times.has(index)
                ? times.enqueued(index)
                : call(index).enqueued();
    }

    /** Returns when the call at this index completed, as {@link Call#completed}; without the whole call where that is at hand. */
    public long completed(int index) {
        return times != null && times.has(index)
                ? times.completed(index)
                : call(index).completed();
    }

    /** Returns the whole call at this index. */
    public Call call(int index) {
        return loader.apply(index);
    }

    /** Returns whether the source tells of no call how far it got, as a log does that is written before each call. */
    public boolean statesUnknown() {
        for (byte state : states) {
            if (state != CallState.UNKNOWN.ordinal()) {
                return false;
            }
        }
        return states.length > 0;
    }

    /** Returns the same sequence, in which the calls from one on, by its sequence number, are pending. */
    public CallSequence pendingFrom(long sequence) {
        byte[] changed = states.clone();
        int from = (int) Math.max(0, Math.min(changed.length, sequence - firstSequence));
        Arrays.fill(changed, from, changed.length, (byte) CallState.ENQUEUED.ordinal());
        IntFunction<Call> pending = index -> {
            Call call = loader.apply(index);
            return index < from ? call : call.in(CallState.ENQUEUED);
        };
        return new CallSequence(firstSequence, signatures, sites, changed, pending, table, times);
    }

    /**
     * Returns the same sequence, whose whole calls are changed, though in nothing but their times, as they are given.
     *
     * @param changedTimes makes, of the times that are at hand, those of the changed calls
     */
    public CallSequence changed(UnaryOperator<Call> change, UnaryOperator<CallTimes> changedTimes) {
        return new CallSequence(
                firstSequence,
                signatures,
                sites,
                states,
                index -> change.apply(loader.apply(index)),
                table,
                times == null ? null : changedTimes.apply(times));
    }

    private static final CallState[] STATES = CallState.values();
}
