package dev.rollcall.analyzer.model;

import java.util.concurrent.TimeUnit;

/**
 * The numbers that decide a diagnosis, each with its unit and the reason for its value. Limits that only bound memory or work
 * stand where they are used, unless two packages share them.
 *
 * <p>Times are nanoseconds. The values stood the test of the recorded and the generated jobs: run both before you change one.
 */
public final class Thresholds {
    private Thresholds() {}

    // Time: is a rank alive, is a wait stuck?

    /**
     * Nanoseconds within which a living process shows a sign of life. The recorder writes one each second; the rest is room
     * for a host that is short of processors.
     */
    public static final long SIGN_OF_LIFE = TimeUnit.SECONDS.toNanos(5);

    /**
     * Nanoseconds within which all processes of a job end after the signal to end: launchers wait some 30 seconds before they kill
     * what is left.
     */
    public static final long LONGEST_END = TimeUnit.SECONDS.toNanos(60);

    /**
     * The shortest wait, in nanoseconds, that is stuck. Garbage collections and page faults hold up healthy jobs for a second
     * or two.
     */
    public static final long SHORTEST_STUCK = TimeUnit.SECONDS.toNanos(3);

    /** The shortest wait for a communicator's creation that is stuck, in nanoseconds: processes of one job start far apart. */
    public static final long SHORTEST_STUCK_JOINING = TimeUnit.SECONDS.toNanos(60);

    /** How many times its communicator's longest step a wait lasts before it is stuck. */
    public static final int STUCK_TIMES_LONGEST = 5;

    /** As {@link #STUCK_TIMES_LONGEST}, where the recorder's watchdog found the rank without progress, too. */
    public static final int STUCK_TIMES_LONGEST_WATCHED = 3;

    /**
     * Nanoseconds for which a rank that gives signs of life may be busy with something longer than any step before, such as
     * a first checkpoint: the usual patience of a watchdog.
     */
    public static final long LONGEST_BUSY = TimeUnit.SECONDS.toNanos(60);

    /** Nanoseconds in which ranks that have all arrived connect to each other, even on a busy host. */
    public static final long LONGEST_CONNECT = TimeUnit.SECONDS.toNanos(10);

    /** The shortest timeout that a library waits for, in nanoseconds: what ends sooner did not wait in vain. */
    public static final long SHORTEST_TIMEOUT = TimeUnit.SECONDS.toNanos(1);

    /**
     * Nanoseconds between the errors of devices that ranks make in one step, each its own. An error that shows later may be the
     * consequence of the first one: of wrong data, or of memory of a process that is gone.
     */
    public static final long COMMON_FAULT = TimeUnit.SECONDS.toNanos(1);

    /** Calls at the start of a communicator whose times do not count, because they set up connections. */
    public static final int WARM_UP_CALLS = 2;

    /** Calls, from the newest back, whose times show a communicator's present rhythm. */
    public static final int RHYTHM_CALLS = 512;

    /** The share of time in which one rank may be behind another and finding it so means nothing: one look in twenty. */
    public static final double USUALLY_BEHIND = 0.05;

    /** The fewest calls that show how often a rank is behind: fewer are chance. */
    public static final int FEWEST_CALLS_BEHIND = 3;

    // Joining sources: which processes belong together, which of them died?

    /**
     * Nanoseconds by which the files of one host can be copied earlier than those of another: a process that another host
     * outlives by less is not dead because of that.
     */
    public static final long LONGEST_COPYING = TimeUnit.MINUTES.toNanos(10);

    /**
     * The longest wait, in nanoseconds, of a call that lost its connection because the peer died. A call that waited longer
     * lost it because of the hang.
     */
    public static final long LONGEST_WAIT_FOR_DEAD_PEER = TimeUnit.SECONDS.toNanos(1);

    /** The shortest time, in nanoseconds, after which a log that goes on without a call shows that its rank stopped. */
    public static final long SHORTEST_LOG_SILENCE = TimeUnit.SECONDS.toNanos(1);

    /** How many times its longest step a log goes on without a call before that shows that its rank stopped. */
    public static final int LOG_SILENCE_TIMES_LONGEST = 2;

    /** Nanoseconds after the last sign of life of a run after which a process belongs to the next: no job waits so long. */
    public static final long BETWEEN_RUNS = TimeUnit.MINUTES.toNanos(5);

    /** Nanoseconds between the last messages of the consoles of two hosts, after a rank signalled all others to dump and end. */
    public static final long BETWEEN_LAST_MESSAGES = TimeUnit.MINUTES.toNanos(1);

    /** Nanoseconds between two processes that never met: c10d's default timeout is ten minutes. */
    public static final long BETWEEN_JOBS = TimeUnit.MINUTES.toNanos(10);

    /** Calls, from the newest back, that are compared to find the difference of two hosts' clocks. */
    public static final int CLOCK_CALLS = 16;

    // Stragglers

    /** The fewest steps that show a straggler: fewer are chance. */
    public static final int FEWEST_STRAGGLER_STEPS = 5;

    /** The fewest ranks among which one is the straggler: of two, either may be fast or slow. */
    public static final int FEWEST_STRAGGLER_RANKS = 3;

    /** The share of steps in which the same rank must be last. */
    public static final double STRAGGLER_SHARE = 0.8;

    /** The share of a step's time that a straggler must cost to be worth a note. */
    public static final double STRAGGLER_COST = 0.2;

    /** The shortest lateness that counts, in nanoseconds: below it a scheduler's time slice explains it. */
    public static final long SHORTEST_LATENESS = TimeUnit.MILLISECONDS.toNanos(5);

    /** The fewest calls, from the newest back, in which a late rank is looked for. The traces keep the times of as many. */
    public static final int FEWEST_LATE_STEP_CALLS = 64;

    /** The most such calls. */
    public static final int MOST_LATE_STEP_CALLS = 1024;

    /** Such calls of all ranks together, as far as the fewest calls allow: each is read anew, and its times take memory. */
    public static final int LATE_STEP_BUDGET = 65_536;

    // A rank's history, and its peers

    /**
     * The fewest consecutive calls by which a stretch of a program is recognized. One call, or two, agree by chance in
     * programs that make few kinds of calls.
     */
    public static final int FEWEST_RECOGNIZED_CALLS = 3;

    /** How many times a call must have come as predicted before its absence breaks a habit. Once may be chance. */
    public static final int FEWEST_PREDICTED = 2;

    /** The shortest repeated stretch of a rank's calls that predicts its next one, across all communicators. */
    public static final int SHORTEST_HISTORY = 4;

    /**
     * Calls, from the newest back, among which a rank's divergence from its own history is looked for. A hang follows its
     * divergence within one iteration or two.
     */
    public static final int DIVERGENCE_CALLS = 128;

    /**
     * Calls before a position that are taken as history. A loop that matters comes round sooner, and the work must not grow
     * with the length of the recording.
     */
    public static final int LONGEST_HISTORY = 4096;

    /** Calls before one that other ranks must share for it to count as the program's own way. */
    public static final int LONGEST_CONTEXT = 64;

    /** The fewest peers whose common way shows what a rank's role does next: one other rank may have left, too. */
    public static final int FEWEST_PEERS = 2;

    /** As {@link #FEWEST_PEERS}, where two sides of a communicator are as large as each other and nothing else decides. */
    public static final int FEWEST_PEERS_FOR_TIE = 3;

    /** The most collectives that a rank leaves out and still resumes its peers' way: the calls of one skipped branch. */
    public static final int MOST_SKIPPED = 8;

    /** The fewest sends to or receives from a peer that show a habit. */
    public static final int FEWEST_MESSAGES = 3;

    // Differences between aligned calls

    /**
     * The least share of a job's call sites that are in wrappers, if it has any: a few calls that bypass them, such as a barrier at
     * the end, change nothing.
     */
    public static final double WRAPPED_CALLS = 0.75;

    /** Calls before the first unequal signature among which unequal call sites are looked for: an edit may start there. */
    public static final int LONGEST_LOOK_BACK = 4096;

    /** The farthest, in calls, that one of them can have moved in the order; farther apart they are two differences. */
    public static final int LONGEST_MOVE = 64;

    /** How far ahead, in calls, the other side's call is looked for: more than one iteration of most programs. */
    public static final int LONGEST_LOOK_AHEAD = 256;

    /** How many times larger one count must be for two calls to be different ones, and not one call of unequal sizes. */
    public static final int ANOTHER_CALL_TIMES_LARGER = 16;

    /** The fewest ranks of an all_to_all among which one is the odd one out: of two, either may be wrong. */
    public static final int FEWEST_RANKS_FOR_ODD_ONE = 3;

    /** The fewest equal messages of one sender and receiver that show their usual size. */
    public static final int FEWEST_USUAL_MESSAGES = 2;

    /** As {@link #FEWEST_USUAL_MESSAGES}, of other pairs of ranks of the communicator. */
    public static final int FEWEST_USUAL_MESSAGES_OF_OTHERS = 4;

    // Memory: do collectives hold it?

    /**
     * The fewest inputs of one place's calls that wait for a stream at the same time and are worth a note. Programs that overlap calls with
     * computation have two in flight, as FSDP's limit of all-gathers has it.
     */
    public static final int FEWEST_STREAM_HELD_BUFFERS = 3;

    /** The fewest bytes of them together: less does not matter on a GPU. The recorder has the same limit for other buffers. */
    public static final long FEWEST_STREAM_HELD_BYTES = 1 << 20;
}
