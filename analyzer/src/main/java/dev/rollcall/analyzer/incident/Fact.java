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
    /** As many ranks lack the call as are in it, or members that were not read leave open which are more. */
    HALF_LACK(Aspect.COUNT),
    /** More ranks lack the call than are in it, and several are in it. */
    MOST_LACK(Aspect.COUNT),
    /** Several ranks lack the call, and one rank alone is in it. */
    ALL_BUT_ONE_LACK(Aspect.COUNT),

    /** The history of the ranks in the call predicts it, or all ranks of another group of the same size made it there. */
    EXPECTED(Aspect.HISTORY),
    /** The ranks in the call made it before, and nothing predicts it now. */
    REPEATED(Aspect.HISTORY),
    /** The ranks in the call never made it before. */
    NEW(Aspect.HISTORY),
    /** The same, and in the code the call stands behind a condition that keeps ranks of the communicator from it. */
    CONDITIONAL(Aspect.HISTORY),

    /** The issuer's habit, the order of the peer's messages, or waits of other groups show that the peer owes its half. */
    OWED(Aspect.DEBT),
    /** Nothing shows whether the peer owes its half. */
    UNPROVEN(Aspect.DEBT),
    /** The peer exchanged messages with others several times, and never with the issuer. */
    STRANGE(Aspect.DEBT),

    /** A rank failed for want of memory that the incident explains. */
    EXHAUSTED(Aspect.MEMORY),
    /** No failure for want of memory is known that the incident explains. */
    SPARE(Aspect.MEMORY),

    /** An absent rank ended by a fault of its own, or was killed. */
    CRASHED(Aspect.PRESENCE),
    /** All absent ranks exited with code 0. */
    EXITED(Aspect.PRESENCE),
    /** An absent rank's source shows where it is instead. */
    SEEN(Aspect.PRESENCE),
    /** Nothing shows where the absent ranks are, and they cannot all be at the end of their program. */
    UNSEEN(Aspect.PRESENCE),
    /** Nothing shows where the absent ranks are; they may have finished their program in order. */
    PERHAPS_DONE(Aspect.PRESENCE),

    /**
     * Only a counter shows how far the absent ranks got: they may have made the call, and be inside the library's function. Stacks
     * show none of them outside of a wait, or the job is in two halves.
     */
    PERHAPS_INSIDE(Aspect.PRESENCE),

    /** All of the job was read, all ranks ended well or are between calls. */
    WHOLE(Aspect.RECORD),
    /** No call and no verified copy was recorded. */
    NO_CALLS(Aspect.RECORD),
    /** Ranks ended by a failure, while none waited. */
    FAILED(Aspect.RECORD),
    /** Less than half of the ranks ended by one failure of their own, and no call was recorded. */
    ONE_FAILURE(Aspect.RECORD),
    /** Less than half of the ranks ended by different failures of their own, and no call was recorded. */
    SEVERAL_FAILURES(Aspect.RECORD),
    /** Recording stopped on ranks that may have gone on. */
    CUT_SHORT(Aspect.RECORD),
    /** A file mentions calls that it does not hold. */
    DOUBTFUL(Aspect.RECORD),
    /** A rank sent more messages than its peer received, and the source does not show whether the sends ended. */
    UNRECEIVED(Aspect.RECORD),
    /** No call differs, and the sources show neither how far the last calls got nor an orderly end of each rank. */
    UNENDED(Aspect.RECORD),
    /** A few ranks did not answer a question that the others answered. */
    UNRESPONSIVE(Aspect.RECORD),
    /** Ranks of the job were not read. */
    UNREAD(Aspect.RECORD),

    /** The rank, or another with the same habit, completed a later call or ended normally. */
    SURVIVED(Aspect.HARM),
    /** Nothing shows whether the rank went on. */
    PERHAPS_SURVIVED(Aspect.HARM),
    /** An error of the device, or the rank's failure, followed. */
    NOT_SURVIVED(Aspect.HARM),

    /** Operations of the rank alone can have made the error of its device. */
    OWN_FAULT(Aspect.ORIGIN),
    /** Operations of the rank can have made the error, and so can a collective, or work that was not recorded. */
    PERHAPS_OWN_FAULT(Aspect.ORIGIN),
    /** The error showed after that of another rank, and may be its consequence. */
    LATER_FAULT(Aspect.ORIGIN);

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
        /** Whether the past of the ranks in the call announces it, or else the code. */
        HISTORY,
        /** Whether the peer of a send or receive owes the other half. */
        DEBT,
        /** What became of the ranks that lack the call. */
        PRESENCE,
        /** Whether a rank failed because memory was exhausted. */
        MEMORY,
        /** What the sources hold of a job in which no call is pending. */
        RECORD,
        /** Whether the rank went on as if nothing had happened. */
        HARM,
        /** Who can have made an error of a device. */
        ORIGIN
    }
}
