package dev.rollcall.analyzer.model;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * The calls of one lane: one rank's collectives on a communicator, or its sends and receives, in order, as far as the source
 * still holds them.
 *
 * <p>A call takes nine bytes, so that 16,384 ranks with 2,000 calls each fit into memory; the whole call is loaded on demand.
 * A call whose record is lost has the signature {@link Signature#LOST}, so that index {@code i} is always sequence number
 * {@code firstSequence + i}. Immutable; methods that load whole calls are as thread-safe as the loader.
 */
public final class CallSequence {
    /** No calls. */
    public static final CallSequence NONE = new CallSequence(1, new int[0], new int[0], new byte[0], index -> null);

    private static final CallState[] STATES = CallState.values();

    private final long firstSequence;
    private final int[] signatures;
    private final int[] stacks;
    /** The number of the site by that of the stack; null where each stack counts as a site of its own. */
    private final int[] sites;

    private final byte[] states;
    private final IntFunction<Call> loader;
    private final InternTable<Signature> table;
    private final CallTimes times;
    private final Earlier earlier;
    private final CallSteps steps;

    /** Why the calls before the first one that is held are missing, where there are any. */
    public enum Earlier {
        /** Their slots in the ring were used again. */
        OVERWRITTEN,
        /** The source lists only unfinished calls, or only counts. */
        NOT_LISTED,
        /** The source names one unfinished call and numbers none: the numbers here only put it behind what it does not list. */
        NOT_NUMBERED,
        /** The source counts a call when the library's function returns, and lists one call at most: the last may be missing, too. */
        COUNTED_ON_RETURN,
        /**
         * Nothing shows whether any are missing, or the source is of another moment than those of other ranks. The numbers of the
         * calls may be other ranks' numbers of other calls, so that a difference proves nothing.
         */
        UNCERTAIN
    }

    /** Makes a sequence that takes signatures and times from the whole calls; see the other constructor. */
    public CallSequence(long firstSequence, int[] signatures, int[] stacks, byte[] states, IntFunction<Call> loader) {
        this(firstSequence, signatures, stacks, states, loader, null, null);
    }

    /**
     * Makes a sequence. The arrays must not change afterwards.
     *
     * @param firstSequence sequence number of the first call that is held, from 1; more than 1 where older calls are
     *     missing, overwritten unless {@link #with(Earlier)} says otherwise
     * @param signatures the number of each call's signature in the job's table
     * @param stacks the number of each call's stack in the job's table
     * @param states the ordinal of each call's {@link CallState}
     * @param loader returns the whole call at an index
     * @param table the job's signatures; null where signatures are taken from the whole calls
     * @param times the calls' times; null where they are taken from the whole calls
     * @throws IllegalArgumentException if the arrays differ in length
     */
    public CallSequence(
            long firstSequence,
            int[] signatures,
            int[] stacks,
            byte[] states,
            IntFunction<Call> loader,
            InternTable<Signature> table,
            CallTimes times) {
        this(
                firstSequence,
                signatures,
                stacks,
                null,
                states,
                loader,
                table,
                times,
                Earlier.OVERWRITTEN,
                CallSteps.UNMARKED);
    }

    private CallSequence(
            long firstSequence,
            int[] signatures,
            int[] stacks,
            int[] sites,
            byte[] states,
            IntFunction<Call> loader,
            InternTable<Signature> table,
            CallTimes times,
            Earlier earlier,
            CallSteps steps) {
        if (stacks.length != signatures.length || states.length != signatures.length) {
            throw new IllegalArgumentException("arrays of different lengths");
        }
        this.firstSequence = firstSequence;
        this.signatures = signatures;
        this.stacks = stacks;
        this.sites = sites;
        this.states = states;
        this.loader = loader;
        this.table = table;
        this.times = times;
        this.earlier = earlier;
        this.steps = steps;
    }

    /** Returns a copy with another reason why earlier calls are missing. */
    public CallSequence with(Earlier other) {
        return new CallSequence(firstSequence, signatures, stacks, sites, states, loader, table, times, other, steps);
    }

    /** Returns a copy with the application's steps in which the calls were made. */
    public CallSequence with(CallSteps marked) {
        return new CallSequence(
                firstSequence, signatures, stacks, sites, states, loader, table, times, earlier, marked);
    }

    /** Returns the application's step in which the call with a sequence number was made, {@link CallSteps#NONE} if unknown. */
    public long step(long sequence) {
        return holds(sequence) ? steps.of(sequence) : CallSteps.NONE;
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

    /** Returns how many calls before the first that is held were overwritten in the ring. */
    public long overwritten() {
        return earlier == Earlier.OVERWRITTEN ? firstSequence - 1 : 0;
    }

    /** Returns whether the rank may have made the call with a sequence number although it is not held. */
    public boolean mayHaveMade(long sequence) {
        return countedOnReturn() && sequence == lastSequence() + 1;
    }

    /** Returns whether the source numbers its calls, so that users know them by their numbers. */
    public boolean isNumbered() {
        return earlier != Earlier.NOT_NUMBERED;
    }

    /** Returns whether the source counts calls when the library's function returns, and shows one of them at most. */
    public boolean countedOnReturn() {
        return earlier == Earlier.COUNTED_ON_RETURN;
    }

    /** Returns whether the numbers of the calls may not be those that other ranks' equal calls have. */
    public boolean numberedUncertainly() {
        return earlier == Earlier.UNCERTAIN;
    }

    /** Returns how far the call at this index got as far as the source shows it: of a call that was counted, it shows nothing. */
    public CallState shownState(int index) {
        return numberedUncertainly() && state(index).pending() ? CallState.UNKNOWN : state(index);
    }

    /** Returns whether calls are held, and all calls after the first one of them. */
    public boolean listsAll() {
        return size() > 0 && earlier == Earlier.OVERWRITTEN;
    }

    /** Returns whether the call with a sequence number is held; its record may be lost. */
    public boolean holds(long sequence) {
        return sequence >= firstSequence && sequence <= lastSequence();
    }

    /** Returns whether the call with a sequence number is held and its record is lost. */
    public boolean isLost(long sequence) {
        return holds(sequence) && signature((int) (sequence - firstSequence)).equals(Signature.LOST);
    }

    /** Returns the number of the signature at this index in the job's table. */
    public int signatureNumber(int index) {
        return signatures[index];
    }

    /**
     * Returns the number of a stack in the job's table that has the call site of the call at this index. Calls from one site have
     * one number; see {@link #withSites}.
     */
    public int siteNumber(int index) {
        return sites == null ? stacks[index] : sites[stacks[index]];
    }

    /** Returns how far the call at this index got. */
    public CallState state(int index) {
        return STATES[states[index]];
    }

    /** Returns the signature at this index; much cheaper than the whole call where the sequence has a table. */
    public Signature signature(int index) {
        return table == null ? call(index).signature() : table.value(signatures[index]);
    }

    /** Returns {@link Call#enqueued} of the call at this index; cheaper than the whole call where the sequence has times. */
    public long enqueued(int index) {
        return times != null && times.holds(index)
                ? times.enqueued(index)
                : call(index).enqueued();
    }

    /** Returns {@link Call#completed} of the call at this index; cheaper than the whole call where the sequence has times. */
    public long completed(int index) {
        return times != null && times.holds(index)
                ? times.completed(index)
                : call(index).completed();
    }

    /** Returns how many calls that are held were issued before a time. The calls must have times, in ascending order. */
    public int issuedBefore(long time) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (enqueued(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the whole call at this index. */
    public Call call(int index) {
        return loader.apply(index);
    }

    /** Returns whether calls are held and the source says of none how far it got, as a log that is written before each call. */
    public boolean statesUnknown() {
        for (byte state : states) {
            if (state != CallState.UNKNOWN.ordinal()) {
                return false;
            }
        }
        return states.length > 0;
    }

    /**
     * Returns a copy in which all calls from a sequence number on count as enqueued and not completed; their times stay.
     */
    public CallSequence pendingFrom(long sequence) {
        byte[] changed = states.clone();
        int from = (int) Math.max(0, Math.min(changed.length, sequence - firstSequence));
        Arrays.fill(changed, from, changed.length, (byte) CallState.ENQUEUED.ordinal());
        IntFunction<Call> pending = index -> {
            Call call = loader.apply(index);
            return index < from ? call : call.in(CallState.ENQUEUED);
        };
        return new CallSequence(
                firstSequence, signatures, stacks, sites, changed, pending, table, times, earlier, steps);
    }

    /**
     * Returns a copy with other call sites.
     *
     * @param siteOfStack by the number of a stack in the job's table, that of the first stack with its call site
     * @param change returns the whole call with its call site
     */
    CallSequence withSites(int[] siteOfStack, UnaryOperator<Call> change) {
        return new CallSequence(
                firstSequence,
                signatures,
                stacks,
                siteOfStack,
                states,
                index -> change.apply(loader.apply(index)),
                table,
                times,
                earlier,
                steps);
    }

    /**
     * Returns a copy with other texts in the whole calls.
     *
     * @param change returns the whole call with its times, state and signature unchanged
     */
    public CallSequence map(UnaryOperator<Call> change) {
        return withTimes(change, UnaryOperator.identity());
    }

    /**
     * Returns a copy with other times.
     *
     * @param change returns the whole call with its new times and nothing else changed
     * @param newTimes returns the new times; not called where the sequence has none
     */
    public CallSequence withTimes(UnaryOperator<Call> change, UnaryOperator<CallTimes> newTimes) {
        return new CallSequence(
                firstSequence,
                signatures,
                stacks,
                sites,
                states,
                index -> change.apply(loader.apply(index)),
                table,
                times == null ? null : newTimes.apply(times),
                earlier,
                steps);
    }
}
