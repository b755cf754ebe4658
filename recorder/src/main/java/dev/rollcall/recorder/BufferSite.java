package dev.rollcall.recorder;

import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.BufferUse;
import java.util.HashSet;
import java.util.Set;

/**
 * The buffers that calls from one place use and that stay allocated, as counted in one look at all buffers. What is counted is
 * used by the thread that looks.
 */
final class BufferSite {
    /** In the step after that of its call, a buffer may still be read; one step later it is retained. */
    private static final int RETAINED_STEPS = 2;

    /** How many steps in a row have to leave a buffer behind. Fewer may be a pair of buffers that take turns. */
    private static final int MIN_BUFFERS = 3;

    /** Less does not matter, such as the losses of all steps. */
    private static final long MIN_BYTES = 1 << 20;

    private final RecordedCommunicator communicator;
    private final int stack;
    private final BufferUse use;

    private int retained;
    private final Set<Long> steps = new HashSet<>();
    private int held;
    private long heldBytes;
    private long age;
    private FollowedBuffer oldest;
    private boolean onlyWorks;
    private BufferHolderKind holder;

    /** The most buffers that were retained at once, and the step in which they were that many. */
    private int most;

    private long mostSince;
    /** How many were retained when that was written last, 0 before. */
    private int written;

    private long writtenBytes;
    private boolean settled;

    BufferSite(RecordedCommunicator communicator, int stack, BufferUse use) {
        this.communicator = communicator;
        this.stack = stack;
        this.use = use;
        clear();
    }

    /** Begins to count. */
    void clear() {
        retained = 0;
        steps.clear();
        held = 0;
        heldBytes = 0;
        age = 0;
        oldest = null;
        onlyWorks = true;
        holder = BufferHolderKind.UNKNOWN;
    }

    /**
     * Counts a buffer whose call has completed and that is still held.
     *
     * @param begun how many steps have begun
     */
    void count(FollowedBuffer buffer, long completed, BufferHolderKind heldBy, long begun) {
        long since = begun - completed;
        if (since == 0) {
            return;
        }
        held++;
        heldBytes += buffer.bytes;
        onlyWorks &= heldBy == BufferHolderKind.WORK;
        holder = heldBy == BufferHolderKind.WORK && !onlyWorks ? BufferHolderKind.TENSOR : heldBy;
        if (since >= age) {
            age = since;
            oldest = buffer;
        }
        if (since >= RETAINED_STEPS) {
            retained++;
            steps.add(completed);
        }
    }

    /** Returns how many buffers are held past the step of their call. */
    int held() {
        return held;
    }

    /** Returns how many bytes they have. */
    long heldBytes() {
        return heldBytes;
    }

    /** Returns for how many steps the oldest of them has been held. */
    long age() {
        return age;
    }

    /**
     * Takes note of what was counted; returns whether it is to be written.
     *
     * @param begun how many steps have begun
     * @param complete whether all buffers could be followed
     * @param last whether there will be no other look
     */
    boolean changed(long begun, boolean complete, boolean last) {
        if (retained > most) {
            most = retained;
            mostSince = begun;
        }
        if (written > 0 && retained == 0) {
            boolean news = writtenBytes > 0;
            writtenBytes = 0;
            return news;
        }
        boolean grows = retained >= MIN_BUFFERS
                && steps.size() >= MIN_BUFFERS
                && heldBytes >= MIN_BYTES
                && retained >= (last && !settled ? written + 1 : 2 * written);
        if (grows) {
            written = retained;
            writtenBytes = heldBytes;
            settled = false;
            return true;
        }
        if (complete && writtenBytes > 0 && !settled && begun - mostSince >= Math.max(MIN_BUFFERS, most)) {
            settled = true;
            written = most;
            writtenBytes = heldBytes;
            return true;
        }
        return false;
    }

    /** Returns whether it has been written that more and more buffers are held. */
    boolean grows() {
        return writtenBytes > 0 && !settled;
    }

    /** Returns what was counted. */
    BufferEvent event(long now) {
        boolean any = retained > 0;
        return new BufferEvent(
                now,
                use,
                any ? oldest.address : 0,
                any ? oldest.bytes : 0,
                communicator.device(),
                any ? oldest.use.position : -1,
                communicator.entry().index(),
                stack,
                0,
                any ? (int) Math.min(age, Integer.MAX_VALUE) : 0,
                any ? heldBytes : 0,
                any ? held : 0,
                holder,
                settled);
    }
}
