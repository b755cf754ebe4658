package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.CallTimes;

/** The times of a sequence's calls, as a reader of sources has them at hand. */
final class SequenceTimes {
    private SequenceTimes() {}

    /** Those that a source tells of the call at each position; none where a position is negative. */
    record Told(long[] positions, TimedCallLoader calls) implements CallTimes {
        @Override
        public boolean has(int index) {
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

    /** Those of the newest calls: when each was issued and when it completed, alternately, up to the last of {@code size} calls. */
    record Newest(int size, long[] times) implements CallTimes {
        @Override
        public boolean has(int index) {
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
