package dev.rollcall.gpu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The places in one context's memory of the host where launches of the kernel that sums results write their sums. Thread-safe.
 */
final class SumPlaces {
    /** What the thread blocks of a launch should at least have to read, so that few are enough for a small result. */
    private static final long BYTES_OF_BLOCK = 16 << 10;

    private static final int SMALL_BLOCKS = 8;
    private static final int MOST_BLOCKS = 512;

    /** How many sums may be on their way. A job that is further ahead of its device gets no sums for a moment. */
    static final int SMALL_PLACES = 4096;

    private static final int LARGE_PLACES = 160;

    /** The part of a sum that no thread block has written. One that happens to be this keeps an abandoned place for good. */
    private static final long UNWRITTEN = 0x6E6F7420796574L;

    /** How many abandoned places a call looks at, so that it takes little time. */
    private static final int LOOKS = 16;

    private final Deque<Place> small = new ConcurrentLinkedDeque<>();
    private final Deque<Place> large = new ConcurrentLinkedDeque<>();
    private final Queue<Place> abandoned = new ArrayDeque<>();

    /** Where the thread blocks of one launch write their parts of the sum. */
    static final class Place {
        private final MappedMemory.Piece memory;
        private final boolean isSmall;
        private int blocks;

        private Place(MappedMemory.Piece memory, boolean isSmall) {
            this.memory = memory;
            this.isSmall = isSmall;
        }

        /** Returns where the device finds it. */
        long address() {
            return memory.address();
        }

        /** Returns how many thread blocks write into it. */
        int blocks() {
            return blocks;
        }

        private Place of(long bytes) {
            int most = isSmall ? SMALL_BLOCKS : MOST_BLOCKS;
            blocks = (int) Math.max(1, Math.min(most, (bytes + BYTES_OF_BLOCK - 1) / BYTES_OF_BLOCK));
            for (int block = 0; block < blocks; block++) {
                memory.host().putLong(block * Long.BYTES, UNWRITTEN);
            }
            return this;
        }

        /** Returns the sum, once the launch is done. */
        long sum() {
            long sum = 0;
            for (int block = 0; block < blocks; block++) {
                sum += memory.host().getLong(block * Long.BYTES);
            }
            return sum;
        }

        /** Returns whether all thread blocks have written, which each does once, and last. */
        private boolean isWritten() {
            for (int block = 0; block < blocks; block++) {
                if (memory.host().getLong(block * Long.BYTES) == UNWRITTEN) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Gives memory of the host that the device can write into. */
    @FunctionalInterface
    interface Memory {
        MappedMemory.Piece take(int bytes) throws DriverException;
    }

    /** Takes all places from memory. */
    SumPlaces(Memory memory) throws DriverException {
        fill(small, memory, SMALL_PLACES, SMALL_BLOCKS);
        fill(large, memory, LARGE_PLACES, MOST_BLOCKS);
    }

    private static void fill(Deque<Place> places, Memory memory, int count, int blocks) throws DriverException {
        for (int i = 0; i < count; i++) {
            places.add(new Place(memory.take(blocks * Long.BYTES), blocks == SMALL_BLOCKS));
        }
    }

    /** Returns a place for the sum of so many bytes; null if too many are in use. */
    Place take(long bytes) {
        Deque<Place> places = bytes <= SMALL_BLOCKS * BYTES_OF_BLOCK ? small : large;
        Place place = places.poll();
        if (place == null) {
            reclaim();
            place = places.poll();
        }
        return place == null ? null : place.of(bytes);
    }

    /** Takes a place back whose launch is done. */
    void release(Place place) {
        (place.isSmall ? small : large).add(place);
    }

    /** Takes a place back as soon as its launch has written the sum, which nobody will read. */
    void abandon(Place place) {
        synchronized (abandoned) {
            abandoned.add(place);
        }
    }

    private void reclaim() {
        synchronized (abandoned) {
            for (int look = Math.min(LOOKS, abandoned.size()); look > 0; look--) {
                Place oldest = abandoned.poll();
                if (oldest.isWritten()) {
                    release(oldest);
                } else {
                    abandoned.add(oldest);
                }
            }
        }
    }
}
