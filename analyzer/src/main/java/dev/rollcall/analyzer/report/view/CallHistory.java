package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallSteps;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The calls of one process on several communicators in one order of time. Not thread-safe. */
public final class CallHistory {
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Entry> carried = new ArrayList<>();

    /**
     * One call.
     *
     * @param communicator where it was made
     * @param member whose it is
     * @param pointToPoint whether its sequence number counts sends and receives
     * @param call the call
     */
    public record Entry(Communicator communicator, Membership member, boolean pointToPoint, Call call) {

        /** Returns the application's step in which the call was made, {@link CallSteps#NONE} if unknown. */
        public long step() {
            return (pointToPoint ? member.pointToPoint() : member.collectives()).step(call.sequence());
        }

        /** Returns whether only the call's sequence number is known. */
        public boolean lost() {
            return call.signature().equals(Signature.LOST);
        }
    }

    /** Collects the calls on these communicators, by all memberships that they tell of. */
    public CallHistory(List<Communicator> communicators) {
        for (Communicator communicator : communicators) {
            communicator.memberships().values().forEach(member -> add(communicator, member));
        }
        carried.sort(Comparator.comparingLong(entry -> entry.call().enqueued()));
    }

    /** Collects the calls of one rank. */
    CallHistory(Job job, int rank) {
        for (Communicator communicator : job.communicators()) {
            Membership member = communicator.memberships().get(rank);
            if (member != null) {
                add(communicator, member);
            }
        }
        carried.sort(Comparator.comparingLong(entry -> entry.call().enqueued()));
    }

    private void add(Communicator communicator, Membership member) {
        lanes.add(new Lane(communicator, member, false, member.collectives()));
        lanes.add(new Lane(communicator, member, true, member.pointToPoint()));
        Call kept = member.overwrittenPending();
        if (kept != null) {
            carried.add(
                    new Entry(communicator, member, kept.signature().traits().pointToPoint(), kept));
        }
    }

    /** Returns how many calls are held, those included of which only the number is known. */
    public long size() {
        return lanes.stream().mapToLong(lane -> lane.calls.size()).sum() + carried.size();
    }

    /** Returns when the first call that has a time was issued; {@link Call#NO_TIME} where none has. */
    public long begin() {
        long begin = carried.isEmpty() ? Long.MAX_VALUE : carried.get(0).call().enqueued();
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.calls.size(); i++) {
                long time = lane.calls.call(i).enqueued();
                if (time != Call.NO_TIME) {
                    begin = Math.min(begin, time);
                    break;
                }
            }
        }
        return begin == Long.MAX_VALUE ? Call.NO_TIME : begin;
    }

    /**
     * Returns the last calls, the oldest first. The oldest pending call of a communicator is among them even where it is not
     * one of the last, if its place in the ring was used again.
     *
     * @param most how many at most, not counting those oldest pending ones
     */
    public List<Entry> last(long most) {
        List<Entry> entries = new ArrayList<>();
        lanes.forEach(Lane::rewind);
        while (entries.size() < most) {
            Lane latest = null;
            for (Lane lane : lanes) {
                if (lane.next != null && (latest == null || lane.time() > latest.time())) {
                    latest = lane;
                }
            }
            if (latest == null) {
                break;
            }
            entries.add(latest.take());
        }
        Collections.reverse(entries);
        entries.addAll(0, carried);
        return entries;
    }

    /** One sequence of calls, gone through from its end. */
    private static final class Lane {
        private final Communicator communicator;
        private final Membership member;
        private final boolean pointToPoint;
        private final CallSequence calls;
        private int index;
        private Call next;

        private Lane(Communicator communicator, Membership member, boolean pointToPoint, CallSequence calls) {
            this.communicator = communicator;
            this.member = member;
            this.pointToPoint = pointToPoint;
            this.calls = calls;
        }

        private void rewind() {
            index = calls.size();
            advance();
        }

        private void advance() {
            index--;
            next = index < 0 ? null : calls.call(index);
        }

        /** Returns when the next call was issued; one without a time stays beside the call after it. */
        private long time() {
            return next.enqueued() == Call.NO_TIME ? Long.MAX_VALUE : next.enqueued();
        }

        private Entry take() {
            Entry entry = new Entry(communicator, member, pointToPoint, next);
            advance();
            return entry;
        }
    }
}
