package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedGroup;

/**
 * Is told what one rank does and what becomes of it, in the order of time. Times are nanoseconds since the job's start. For
 * one thread.
 */
public interface RankObserver {

    /** The rank begins to join a group at a place. */
    void joining(SimulatedGroup group, String place, long nanos);

    /** The group is made. */
    void joined(SimulatedGroup group, long nanos);

    /**
     * The rank makes a call.
     *
     * @param call the call's ordinal on this rank, from 0
     * @param sequence its ordinal among its group's collectives, or among its sends and receives, on this rank, from 1
     */
    void issued(int call, SimulatedGroup group, SimulatedCall request, long sequence, long nanos);

    /** A call ended well. */
    void completed(int call, long nanos);

    /** The rank came to its end before its program did. */
    void halted(ProgramAction.HaltKind kind, ScriptLine site, long nanos);

    /** The rank came to the end of its program. */
    void finished(long nanos);

    /** The rank waits at a line for what never happens. */
    void hangs(ScriptLine site, long nanos);
}
