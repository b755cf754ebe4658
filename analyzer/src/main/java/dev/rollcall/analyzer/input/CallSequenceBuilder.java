package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.ArrayPool;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CallTimes;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/**
 * Puts the calls of one rank on one communicator into the order of their sequence numbers, with {@link Signature#LOST} for
 * each number whose record is gone. Not thread-safe.
 */
public final class CallSequenceBuilder {
    /** A longer hole than this is taken for the end of what is held: what is before it is a leftover. */
    private static final int LONGEST_HOLE = 4096;
    /** In the mean of all calls. */
    private static final int MOST_HOLES = 16;

    private static final CallState[] STATES = CallState.values();
    private static final long[] NONE = {};

    private final int timed;
    private long[] sequences = new long[16];
    private long[] positions = new long[16];
    private int[] signatures = new int[16];
    private int[] sites = new int[16];
    private byte[] states = new byte[16];
    private long[] enqueued = NONE;
    private long[] completed = NONE;
    private int size;

    /** Makes an empty one that keeps no times. */
    public CallSequenceBuilder() {
        this(0);
    }

    /** Makes an empty one that keeps the times of so many of the newest calls at hand. */
    public CallSequenceBuilder(int timed) {
        this.timed = timed;
    }

    /** Adds a call; of two with one sequence number the later addition counts. */
    public void add(long sequence, int signature, int site, CallState state, long position) {
        if (size == sequences.length) {
            sequences = Arrays.copyOf(sequences, size * 2);
            positions = Arrays.copyOf(positions, size * 2);
            signatures = Arrays.copyOf(signatures, size * 2);
            sites = Arrays.copyOf(sites, size * 2);
            states = Arrays.copyOf(states, size * 2);
        }
        sequences[size] = sequence;
        positions[size] = position;
        signatures[size] = signature;
        sites[size] = site;
        states[size] = (byte) state.ordinal();
        size++;
    }

    /** Adds a call as above, with its times. All calls come with theirs, where some are kept. */
    public void add(long sequence, int signature, int site, CallState state, long position, long issued, long ended) {
        add(sequence, signature, site, state, position);
        if (size > enqueued.length) {
            enqueued = Arrays.copyOf(enqueued, sequences.length);
            completed = Arrays.copyOf(completed, sequences.length);
        }
        enqueued[size - 1] = issued;
        completed[size - 1] = ended;
    }

    /** Returns how many calls were added. */
    public int size() {
        return size;
    }

    /** Returns the sequence number of a call, by the order of their addition, from 0. */
    public long sequence(int index) {
        return sequences[index];
    }

    /** Returns the position of a call. */
    public long position(int index) {
        return positions[index];
    }

    /** Returns the number of the signature of a call. */
    public int signature(int index) {
        return signatures[index];
    }

    /** Returns how far a call got. */
    public CallState state(int index) {
        return STATES[states[index]];
    }

    /** Learns what a call asks for, and how far it got. */
    public void change(int index, int signature, CallState state) {
        signatures[index] = signature;
        states[index] = (byte) state.ordinal();
    }

    /**
     * Returns the sequence.
     *
     * @param last the last sequence number that was given out, as far as the source says; calls up to it are lost where
     *     they were not added
     * @param table the job's signatures
     * @param loader gives a whole call by its position; its times, too, where it is one of {@link TimedCallLoader}
     */
    public CallSequence build(long last, InternTable<Signature> table, LongFunction<Call> loader) {
        return build(last, table, loader, null);
    }

    /**
     * Returns the sequence; as above.
     *
     * @param columns keeps what is equal among ranks once; null to keep all
     */
    public CallSequence build(long last, InternTable<Signature> table, LongFunction<Call> loader, ArrayPool columns) {
        long end = Math.max(last, newest());
        boolean inOrder = inOrder(end);
        long first = inOrder ? sequences[0] : first(end);
        int length = (int) (end - first + 1);
        int[] orderedSignatures = inOrder ? Arrays.copyOf(signatures, size) : new int[length];
        int[] orderedSites = inOrder ? Arrays.copyOf(sites, size) : new int[length];
        byte[] orderedStates = inOrder ? Arrays.copyOf(states, size) : new byte[length];
        long[] orderedPositions = inOrder ? Arrays.copyOf(positions, size) : new long[length];
        if (!inOrder) {
            Arrays.fill(orderedSignatures, length == 0 ? 0 : table.id(Signature.LOST));
            Arrays.fill(orderedStates, (byte) CallState.UNKNOWN.ordinal());
            Arrays.fill(orderedPositions, -1);
            for (int i = 0; i < size; i++) {
                int at = (int) (sequences[i] - first);
                if (sequences[i] >= first) {
                    orderedSignatures[at] = signatures[i];
                    orderedSites[at] = sites[i];
                    orderedStates[at] = states[i];
                    orderedPositions[at] = positions[i];
                }
            }
        }
        int[] sharedSignatures = columns == null ? orderedSignatures : columns.share(orderedSignatures);
        byte[] sharedStates = columns == null ? orderedStates : columns.share(orderedStates);
        long[] sharedPositions = columns == null ? orderedPositions : columns.share(orderedPositions);
        IntFunction<Call> whole = index -> {
            Call call = sharedPositions[index] < 0 ? null : loader.apply(sharedPositions[index]);
            return call != null && call.sequence() == first + index
                    ? call
                    : SyntheticCalls.bare(
                            first + index, table.value(sharedSignatures[index]), STATES[sharedStates[index]]);
        };
        return new CallSequence(
                first,
                sharedSignatures,
                columns == null ? orderedSites : columns.share(orderedSites),
                sharedStates,
                whole,
                table,
                loader instanceof TimedCallLoader calls
                        ? new SequenceTimes.Told(sharedPositions, calls)
                        : newestTimes(end, length));
    }

    /** Returns whether nothing is lost, twice or out of order, as is nearly always so. */
    private boolean inOrder(long end) {
        if (size == 0 || end - sequences[0] != size - 1) {
            return false;
        }
        for (int i = 1; i < size; i++) {
            if (sequences[i] != sequences[0] + i) {
                return false;
            }
        }
        return true;
    }

    private CallTimes newestTimes(long end, int length) {
        int count = enqueued.length == 0 ? 0 : Math.min(timed, length);
        if (count == 0) {
            return null;
        }
        long[] times = new long[2 * count];
        Arrays.fill(times, Call.NO_TIME);
        for (int i = 0; i < size; i++) {
            int at = (int) (sequences[i] - end) + count - 1;
            if (sequences[i] > end - count) {
                times[2 * at] = enqueued[i];
                times[2 * at + 1] = completed[i];
            }
        }
        return new SequenceTimes.Newest(length, times);
    }

    private long newest() {
        long newest = 0;
        for (int i = 0; i < size; i++) {
            newest = Math.max(newest, sequences[i]);
        }
        return newest;
    }

    private long first(long end) {
        long[] sorted = Arrays.copyOf(sequences, size);
        Arrays.sort(sorted);
        long first = end + 1;
        // Nor do many holes make a few calls take memory without bound.
        long longest = LONGEST_HOLE + (long) MOST_HOLES * size;
        for (int i = size - 1; i >= 0 && first - sorted[i] <= LONGEST_HOLE && end - sorted[i] < longest; i--) {
            first = sorted[i];
        }
        return first;
    }
}
