package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;

/**
 * Receives the events of one simulated rank in the order of their times, which are nanoseconds since the job's start. Each
 * method does nothing by default. Called by one thread.
 */
public interface RankObserver {

    /** The rank starts to join a group at a rendezvous. */
    default void joining(SimulatedCommunicator group, String rendezvous, long nanos) {}

    /** All members have joined the group. */
    default void joined(SimulatedCommunicator group, long nanos) {}

    /**
     * The rank issues a call.
     *
     * @param number the ordinal of the call on this rank, from 0
     * @param sequence its sequence number: the ordinal in its lane, from 1
     */
    default void issued(int number, SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {}

    /** The call with this ordinal completed. */
    default void completed(int number, long nanos) {}

    /**
     * The rank stopped following its program: it ended, is stuck outside of any call, or is late; {@code kind} says which.
     */
    default void halted(ProgramAction.HaltKind kind, ScriptLine site, long nanos) {}

    /** The rank reached the end of its program. */
    default void finished(long nanos) {}

    /** The rank waits forever at a line. */
    default void hangs(ScriptLine site, long nanos) {}
}
