package dev.rollcall.samples.launch;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;

/**
 * The hangs that the ranks' agents report on stderr.
 *
 * <p>An agent may report a hang while its rank waits for slow ranks to start. So reports made before all ranks have joined
 * the process group are dropped then; until then, and while ranks connect in a further group, a hang needs several times
 * the patience, and more than the minute that a rank without any group is given to start. Not thread-safe.
 */
final class HangReports {

    private static final int WHILE_JOINING = 5;
    private static final Duration LONGEST_START = Duration.ofSeconds(75);

    private final int worldSize;
    private final BitSet joined = new BitSet();
    private final BitSet hanging = new BitSet();
    private final BitSet connecting = new BitSet();
    private long allJoinedNanos;
    private long firstHangNanos;

    HangReports(int worldSize) {
        this.worldSize = worldSize;
    }

    /** Evaluates new lines that a rank printed. */
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
        boolean connected = !connects && connecting.get(rank);
        if (hanging.isEmpty() || connected) {
            firstHangNanos = System.nanoTime();
        }
        hanging.set(rank);
        connecting.set(rank, connects);
    }

    /** Drops the report of a rank that made progress after it. */
    void madeProgress(int rank) {
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

    /** Returns whether the rank's agent has reported a hang in a call, not in the creation of a group. */
    boolean hangs(int rank) {
        return hanging.get(rank) && !connecting.get(rank);
    }

    /** Returns the number of ranks whose agents have reported a hang. */
    int hanging() {
        return hanging.cardinality();
    }

    /**
     * Returns whether the first report is at least {@code time} old; several times that while ranks still join or connect.
     */
    boolean firstHangIsOlderThan(Duration time) {
        Duration patience = allJoined() && connecting.isEmpty() ? time : time.multipliedBy(WHILE_JOINING);
        if (!allJoined() && hanging.cardinality() < worldSize && patience.compareTo(LONGEST_START) < 0) {
            patience = LONGEST_START;
        }
        return !hanging.isEmpty() && isOlder(firstHangNanos, patience);
    }

    /** Returns whether the last rank joined the process group at least {@code time} ago. */
    boolean allJoinedLongerAgoThan(Duration time) {
        return allJoined() && isOlder(allJoinedNanos, time);
    }

    private static boolean isOlder(long nanos, Duration time) {
        return System.nanoTime() - nanos >= time.toNanos();
    }
}
