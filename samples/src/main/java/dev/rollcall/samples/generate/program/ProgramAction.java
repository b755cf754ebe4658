package dev.rollcall.samples.generate.program;

/** One action of a rank's program. */
public sealed interface ProgramAction {

    /**
     * Joins a group and waits until all its members have joined.
     *
     * @param group the group
     * @param rendezvous the name of the rendezvous; only members that give the same name find each other
     */
    record Join(SimulatedCommunicator group, String rendezvous) implements ProgramAction {}

    /** Makes a call. */
    record Issue(SimulatedCommunicator group, SimulatedCall call) implements ProgramAction {}

    /** Waits, at a line, until all calls of the rank have completed. */
    record Await(ScriptLine site) implements ProgramAction {}

    /** Computes for some time. */
    record Work(long nanos) implements ProgramAction {}

    /** Stops the rank before the end of its program. */
    record Halt(HaltKind kind, ScriptLine site) implements ProgramAction {}

    /** How a rank stops. */
    enum HaltKind {
        /** The process lives and is stuck outside of any call; the job is ended long after the hang was found. */
        STUCK,
        /** The process lives and is only late; the job is looked at a moment later. */
        LATE,
        /** An exception ends the main thread. */
        CRASHED,
        /** The process exits with code 0. */
        EXITED,
        /** A signal kills the process. */
        KILLED;

        /** Returns whether the process is gone. */
        public boolean ended() {
            return this != STUCK && this != LATE;
        }
    }
}
