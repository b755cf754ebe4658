package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.Act;
import dev.rollcall.samples.generate.program.Group;
import dev.rollcall.samples.generate.program.Request;
import dev.rollcall.samples.generate.program.Site;

/**
 * Is told what one rank does and what becomes of it, in the order of time. Times are nanoseconds since the job's start. For
 * one thread.
 */
public interface RankObserver {

    /** The rank begins to join a group at a place. */
    void joining(Group group, String place, long nanos);

    /** The group is made. */
    void joined(Group group, long nanos);

    /**
     * The rank makes a call.
     *
     * @param call the call's ordinal on this rank, from 0
     * @param sequence its ordinal among its group's collectives, or among its sends and receives, on this rank, from 1
     */
    void issued(int call, Group group, Request request, long sequence, long nanos);

    /** A call ended well. */
    void completed(int call, long nanos);

    /** The rank came to its end before its program did. */
    void halted(Act.Manner manner, Site site, long nanos);

    /** The rank came to the end of its program. */
    void finished(long nanos);

    /** The rank waits at a line for what never happens. */
    void hangs(Site site, long nanos);
}
