package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Columns;
import dev.rollcall.analyzer.model.Interned;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/**
 * Puts the calls of one rank on one communicator into the order of their sequence numbers, with {@link Signature#LOST} for
 * each number whose record is gone. Not thread-safe.
 */
public final class SequenceBuilder {
    /** A longer hole than this is taken for the end of what is held: what is before it is a leftover. */
    private static final int LONGEST_HOLE = 4096;
    /** In the mean of all calls. */
    private static final int MOST_HOLES = 16;
    /** Of so many of the newest calls the times are kept: the pace of every rank is told by 64 that all made, and some are ahead. */
    private static final int TIMES = 80;

    /** Makes an empty one. */
    public SequenceBuilder() {}

    private long[] sequences = new long[16];
    private long[] positions = new long[16];
    private int[] signatures = new int[16];
    private int[] sites = new int[16];
    private byte[] states = new byte[16];
    private long[] enqueued = new long[16];
    private long[] completed = new long[16];
    private boolean timed = true;
    private int size;

    /** Adds a call; of two with one sequence number the later addition counts. */
    public void add(long sequence, int signature, int site, CallState state, long position) {
        add(sequence, signature, site, state, position, Call.NO_TIME, Call.NO_TIME);
        timed = false;
    }

    /** Adds a call as above, with its times; they are kept at hand of the newest calls where all come with theirs. */
    public void add(long sequence, int signature, int site, CallState state, long position, long issued, long ended) {
        if (size == sequences.length) {
            sequences = Arrays.copyOf(sequences, size * 2);
            positions = Arrays.copyOf(positions, size * 2);
            signatures = Arrays.copyOf(signatures, size * 2);
            sites = Arrays.copyOf(sites, size * 2);
            states = Arrays.copyOf(states, size * 2);
            enqueued = Arrays.copyOf(enqueued, size * 2);
            completed = Arrays.copyOf(completed, size * 2);
        }
        sequences[size] = sequence;
        positions[size] = position;
        signatures[size] = signature;
        sites[size] = site;
        states[size] = (byte) state.ordinal();
        enqueued[size] = issued;
        completed[size] = ended;
        size++;
    }

    /**
     * Returns the sequence.
     *
     * @param last the last sequence number that was given out, as far as the source says; calls up to it are lost where
     *     they were not added
     * @param table the job's signatures
     * @param loader gives a whole call by its position
     */
    public CallSequence build(long last, Interned<Signature> table, LongFunction<Call> loader) {
        return build(last, table, loader, new Columns());
    }

    /**
     * Returns the sequence; as above.
     *
     * @param columns keeps what is equal among ranks once
     */
    public CallSequence build(long last, Interned<Signature> table, LongFunction<Call> loader, Columns columns) {
        long end = Math.max(last, newest());
        long first = first(end);
        int length = (int) (end - first + 1);
        int[] orderedSignatures = new int[length];
        int[] orderedSites = new int[length];
        byte[] orderedStates = new byte[length];
        long[] orderedPositions = new long[length];
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
        int[] sharedSignatures = columns.share(orderedSignatures);
        byte[] sharedStates = columns.share(orderedStates);
        long[] sharedPositions = columns.share(orderedPositions);
        IntFunction<Call> whole = index -> {
            Call call = sharedPositions[index] < 0 ? null : loader.apply(sharedPositions[index]);
            return call != null && call.sequence() == first + index
                    ? call
                    : Calls.bare(
                            first + index,
                            table.value(sharedSignatures[index]),
                            CallState.values()[sharedStates[index]]);
        };
        return new CallSequence(
                first,
                sharedSignatures,
                columns.share(orderedSites),
                sharedStates,
                whole,
                table,
                newestTimes(end, length));
    }

    private long[] newestTimes(long end, int length) {
        int count = timed ? Math.min(TIMES, length) : 0;
        long[] times = new long[2 * count];
        Arrays.fill(times, Call.NO_TIME);
        for (int i = 0; i < size; i++) {
            int at = (int) (sequences[i] - end) + count - 1;
            if (sequences[i] > end - count) {
                times[2 * at] = enqueued[i];
                times[2 * at + 1] = completed[i];
            }
        }
        return times;
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
