package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import java.util.List;
import java.util.Set;

/**
 * Receives that are the last thing a rank called, of which its source cannot say that they ended, from a rank that nothing tells
 * of. Who is in such a one when others wait for it may be held up by that rank, and has not just stopped calling.
 */
final class OpenReceives {
    private final Job job;
    private final Set<Integer> told;

    /**
     * Looks at a job.
     *
     * @param told the ranks whose sources tell all they called
     */
    OpenReceives(Job job, Set<Integer> told) {
        this.job = job;
        this.told = told;
    }

    /** Returns the wait of a rank in such a receive; null where it is in none. */
    Wait of(int rank) {
        Wait open = null;
        long latest = Call.NO_TIME;
        for (Communicator communicator : job.communicators()) {
            Membership member = communicator.memberships().get(rank);
            if (member != null) {
                latest = Math.max(latest, issued(member.collectives()));
                latest = Math.max(latest, issued(member.pointToPoint()));
                open = open == null ? in(communicator, member) : open;
            }
        }
        return open == null || open.call().enqueued() < latest ? null : open;
    }

    private Wait in(Communicator communicator, Membership member) {
        CallSequence calls = member.pointToPoint();
        int last = calls.size() - 1;
        if (last < 0 || calls.state(last) != CallState.UNKNOWN) {
            return null;
        }
        Call call = calls.call(last);
        int place = call.signature().peer();
        int peer = place >= 0 && place < communicator.members().size()
                ? communicator.members().get(place)
                : -1;
        return call.signature().traits().receives() && peer >= 0 && !told.contains(peer)
                ? new Wait(member.rank(), communicator, call, true, List.of(), List.of(peer))
                : null;
    }

    private static long issued(CallSequence calls) {
        return calls.size() == 0 ? Call.NO_TIME : calls.enqueued(calls.size() - 1);
    }
}
