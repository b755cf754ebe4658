package dev.rollcall.analyzer.incident;

/** What the evidence says about one aspect of an incident. Of each aspect that an incident has, exactly one fact holds. */
public enum Fact {
    /** Votes, histories, code or peers show which side diverged. */
    ONE_SIDE(Aspect.BLAME),
    /** All sides together made the fault. */
    ALL_SIDES(Aspect.BLAME),
    /** Either side may have diverged. */
    EITHER_SIDE(Aspect.BLAME),

    /** The wait has outlasted what is normal for the job, or failed by a timeout. */
    FROZEN(Aspect.CLOCK),
    /** The wait is longer than any before, but the awaited rank shows signs of life and may be busy. */
    BUSY(Aspect.CLOCK),
    /** The wait is known to be young. */
    RUNNING(Aspect.CLOCK),
    /** The source does not show how long the wait has lasted. */
    UNDATED(Aspect.CLOCK),

    /** Fewer ranks lack the call than are in it. */
    FEW_LACK(Aspect.COUNT),
    /** As many ranks lack the call as are in it. */
    HALF_LACK(Aspect.COUNT),
    /** More ranks lack the call than are in it. */
    MOST_LACK(Aspect.COUNT),

    /** The history of the ranks in the call, or other groups of the job, predict the call. */
    EXPECTED(Aspect.RHYTHM),
    /** Nothing predicts the call. */
    UNEXPECTED(Aspect.RHYTHM),

    /** An absent rank ended by a fault of its own, or was killed. */
    GONE(Aspect.PRESENCE),
    /** All absent ranks exited with code 0. */
    LEFT(Aspect.PRESENCE),
    /** An absent rank's source shows where it is instead. */
    SEEN(Aspect.PRESENCE),
    /** Nothing shows where the absent ranks are. */
    UNSEEN(Aspect.PRESENCE);

    private final Aspect aspect;

    Fact(Aspect aspect) {
        this.aspect = aspect;
    }

    /** Returns what the fact is about. */
    public Aspect aspect() {
        return aspect;
    }

    /** What facts are about. */
    public enum Aspect {
        /** Which side diverged, by the calls, their history, the code and the peers. */
        BLAME,
        /** How long the wait has lasted, by the clocks. */
        CLOCK,
        /** How many ranks of the communicator lack the call. */
        COUNT,
        /** Whether the call was to be expected. */
        RHYTHM,
        /** What became of the ranks that lack the call. */
        PRESENCE
    }
}
