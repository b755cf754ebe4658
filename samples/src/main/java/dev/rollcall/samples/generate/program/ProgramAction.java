package dev.rollcall.samples.generate.program;

/** One thing that a rank does. */
public sealed interface ProgramAction {

    /**
     * Joins a group, which waits for all its ranks.
     *
     * @param group the group
     * @param meeting where its ranks meet, equal on all that are to meet
     */
    record Join(SimulatedGroup group, String meeting) implements ProgramAction {}

    /** Makes a call. */
    record Issue(SimulatedGroup group, SimulatedCall request) implements ProgramAction {}

    /** Waits, at this line, until all calls that it made have ended. */
    record Await(ScriptLine site) implements ProgramAction {}

    /** Works on its own. */
    record Work(long nanos) implements ProgramAction {}

    /** Does nothing else ever again. */
    record Halt(HaltKind kind, ScriptLine site) implements ProgramAction {}

    /** How a rank comes to its end before its program does. */
    enum HaltKind {
        /** It goes on with something else, and is watched until the others have long been found to hang. */
        STUCK,
        /** It goes on with something else, and is watched for a little while only. */
        LATE,
        /** Its main thread dies of an exception. */
        CRASHED,
        /** It exits. */
        EXITED,
        /** It is killed. */
        KILLED
    }
}
