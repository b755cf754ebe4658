package dev.rollcall.samples.launch;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;

/**
 * What the ranks' output tells of the state of their job.
 *
 * <p>A rank that waits for slow ones to start may report a hang that is none, so reports count from when all have joined
 * the process group; until then, and while ranks connect to each other in a further group, they count only if nothing
 * happens for long. Not thread-safe.
 */
final class HangReports {

    private static final int WHILE_JOINING = 5;

    private final int worldSize;
    private final BitSet joined = new BitSet();
    private final BitSet hanging = new BitSet();
    private final BitSet connecting = new BitSet();
    private long allJoinedNanos;
    private long firstHangNanos;

    HangReports(int worldSize) {
        this.worldSize = worldSize;
    }

    /** Takes in what a rank has newly printed. */
    void read(int rank, List<String> output, List<String> errors) {
        if (output.stream().anyMatch(line -> line.contains("joined the group"))) {
            joined.set(rank);
            if (allJoined()) {
                allJoinedNanos = System.nanoTime();
                hanging.clear();
                connecting.clear();
            }
        }
        errors.stream().filter(HangReports::isHang).forEach(line -> report(rank, line.contains("in the creation of")));
    }

    private void report(int rank, boolean connects) {
        boolean goneOn = !connects && connecting.get(rank);
        if (hanging.isEmpty() || goneOn) {
            firstHangNanos = System.nanoTime();
        }
        hanging.set(rank);
        connecting.set(rank, connects);
    }

    /** Learns that a rank has gone on, so that what it reported before was no hang. */
    void goesOn(int rank) {
        hanging.clear(rank);
        connecting.clear(rank);
    }

    /** Returns whether a line of stderr is the agent's report of a hang. */
    static boolean isHang(String line) {
        return line.startsWith("rollcall:") && line.contains("no progress");
    }

    private boolean allJoined() {
        return joined.cardinality() == worldSize;
    }

    /** Returns whether this rank's agent has reported a hang in a call, and not in the creation of a group. */
    boolean hangs(int rank) {
        return hanging.get(rank) && !connecting.get(rank);
    }

    /** Returns how many ranks' agents have reported a hang. */
    int hanging() {
        return hanging.cardinality();
    }

    /**
     * Returns whether a hang was reported, and the first report came longer ago than {@code time}, or than several times
     * that where not all ranks have joined, or some connect.
     */
    boolean firstHangIsOlderThan(Duration time) {
        Duration patience = allJoined() && connecting.isEmpty() ? time : time.multipliedBy(WHILE_JOINING);
        return !hanging.isEmpty() && isOlder(firstHangNanos, patience);
    }

    /** Returns whether all ranks have joined the process group, the last of them longer ago than this. */
    boolean allJoinedLongerAgoThan(Duration time) {
        return allJoined() && isOlder(allJoinedNanos, time);
    }

    private static boolean isOlder(long nanos, Duration time) {
        return System.nanoTime() - nanos > time.toNanos();
    }
}
