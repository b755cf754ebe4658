package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.ArrayPool;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CallTimes;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/**
 * Puts the calls of one rank in one lane into the order of their sequence numbers. A number without a call becomes a call with
 * {@link Signature#LOST}. Not thread-safe.
 */
public final class CallSequenceBuilder {
    /** Calls before a longer hole are leftovers of an older ring, not part of what the source still holds. */
    private static final int LONGEST_HOLE = 4096;

    /** A damaged source cannot make a few calls take unlimited memory: so many lost calls for each call, on average. */
    private static final int MOST_HOLES = 16;

    /** A job that makes a call every nanosecond takes three days for so many. */
    private static final long MOST_CALLS = 1L << 48;

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

    /** Makes an empty builder that keeps no times. */
    public CallSequenceBuilder() {
        this(0);
    }

    /** Makes an empty builder that keeps the times of the newest calls in memory, {@code timed} of them. */
    public CallSequenceBuilder(int timed) {
        this.timed = timed;
    }

    /**
     * Adds a call. Of two calls with one sequence number, the one that is added later replaces the other.
     *
     * @param sequence the sequence number, from 1
     * @param signature the number of the signature in the job's table
     * @param site the number of the call site in the job's table
     * @param state how far the call got
     * @param position where the source has the call, from 0
     */
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

    /** Returns whether a sequence number is beyond all that a job can reach, so that it is damage. */
    public static boolean isDamaged(long sequence) {
        return sequence > MOST_CALLS;
    }

    /** Adds a call with its times. Either all calls are added with their times or none is. */
    public void add(long sequence, int signature, int site, CallState state, long position, long issued, long ended) {
        add(sequence, signature, site, state, position);
        if (size > enqueued.length) {
            enqueued = Arrays.copyOf(enqueued, sequences.length);
            completed = Arrays.copyOf(completed, sequences.length);
        }
        enqueued[size - 1] = issued;
        completed[size - 1] = ended;
    }

    /** Returns the number of calls that were added. */
    public int size() {
        return size;
    }

    /** Returns the sequence number of the call that was added at this index, from 0. */
    public long sequence(int index) {
        return sequences[index];
    }

    /** Returns the position of the call that was added at this index. */
    public long position(int index) {
        return positions[index];
    }

    /** Returns the number of the signature of the call that was added at this index. */
    public int signatureNumber(int index) {
        return signatures[index];
    }

    /** Returns how far the call that was added at this index got. */
    public CallState state(int index) {
        return STATES[states[index]];
    }

    /** Changes the signature and the state of the call that was added at this index. */
    public void change(int index, int signature, CallState state) {
        signatures[index] = signature;
        states[index] = (byte) state.ordinal();
    }

    /**
     * Returns the sequence.
     *
     * @param last the last sequence number that was given out according to the source; calls up to it that were not added are
     *     lost
     * @param table the job's signatures
     * @param loader loads a whole call by its position; a {@link TimedCallLoader} gives the times, too
     */
    public CallSequence build(long last, InternTable<Signature> table, LongFunction<Call> loader) {
        return build(last, table, loader, new ArrayPool());
    }

    /**
     * Returns the sequence.
     *
     * @param last as above
     * @param table as above
     * @param loader as above
     * @param columns the arrays that this sequence shares with those of other ranks
     */
    public CallSequence build(long last, InternTable<Signature> table, LongFunction<Call> loader, ArrayPool columns) {
        long end = Math.max(isDamaged(last) ? 0 : last, newest());
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
                if (sequences[i] >= first && sequences[i] <= end) {
                    orderedSignatures[at] = signatures[i];
                    orderedSites[at] = sites[i];
                    orderedStates[at] = states[i];
                    orderedPositions[at] = positions[i];
                }
            }
        }
        int[] sharedSignatures = columns.share(orderedSignatures);
        byte[] sharedStates = columns.share(orderedStates);
        long[] sharedPositions = columns.share(orderedPositions);
        IntFunction<Call> whole = index -> {
            Call call = sharedPositions[index] < 0 ? null : loader.apply(sharedPositions[index]);
            // The ring's slot may hold another call by now.
            return call != null && call.sequence() == first + index
                    ? call
                    : lost(first + index, table.value(sharedSignatures[index]), STATES[sharedStates[index]]);
        };
        return new CallSequence(
                first,
                sharedSignatures,
                columns.share(orderedSites),
                sharedStates,
                whole,
                table,
                loader instanceof TimedCallLoader calls
                        ? new LoadedTimes(sharedPositions, calls)
                        : newestTimes(end, length));
    }

    /** Returns a call whose record is gone: it was lost, or was overwritten since the job was read. */
    private static Call lost(long sequence, Signature signature, CallState state) {
        return new Call(
                sequence, signature, "", state, Call.NO_TIME, Call.NO_TIME, Call.NO_TIME, CallStack.UNKNOWN, "", "");
    }

    /** Returns whether no call is missing, repeated or out of order. This is the common case, and the fast one. */
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
            if (sequences[i] > end - count && sequences[i] <= end) {
                times[2 * at] = enqueued[i];
                times[2 * at + 1] = completed[i];
            }
        }
        return new NewestTimes(length, times);
    }

    private long newest() {
        long newest = 0;
        for (int i = 0; i < size; i++) {
            newest = isDamaged(sequences[i]) ? newest : Math.max(newest, sequences[i]);
        }
        return newest;
    }

    private long first(long end) {
        long[] sorted = Arrays.copyOf(sequences, size);
        Arrays.sort(sorted);
        long first = end + 1;
        long longest = LONGEST_HOLE + (long) MOST_HOLES * size;
        int last = size - 1;
        while (last >= 0 && sorted[last] > end) {
            last--;
        }
        for (int i = last; i >= 0 && first - sorted[i] <= LONGEST_HOLE && end - sorted[i] < longest; i--) {
            first = sorted[i];
        }
        return first;
    }

    /** The times that the source has for the call at each position; a negative position has none. */
    private record LoadedTimes(long[] positions, TimedCallLoader calls) implements CallTimes {
        @Override
        public boolean holds(int index) {
            return positions[index] >= 0;
        }

        @Override
        public long enqueued(int index) {
            return calls.enqueued(positions[index]);
        }

        @Override
        public long completed(int index) {
            return calls.completed(positions[index]);
        }
    }

    /** The times of the newest of {@code size} calls: for each, when it was issued and when it completed. */
    private record NewestTimes(int size, long[] times) implements CallTimes {
        @Override
        public boolean holds(int index) {
            return at(index) >= 0;
        }

        @Override
        public long enqueued(int index) {
            return times[at(index)];
        }

        @Override
        public long completed(int index) {
            return times[at(index) + 1];
        }

        private int at(int index) {
            return times.length - 2 * (size - index);
        }
    }
}
