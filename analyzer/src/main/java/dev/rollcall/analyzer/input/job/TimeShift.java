package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallTimes;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.ThreadSnapshot;

/**
 * Moves the times of a process's evidence to an earlier clock. Unknown times stay unknown. Immutable.
 *
 * @param nanos by how much the clock of the process is ahead, nanoseconds
 */
record TimeShift(long nanos) {
    /** Makes all times unknown, for a clock that is not comparable with the others. */
    static final TimeShift UNKNOWN = new TimeShift(Long.MIN_VALUE);

    /** Returns the evidence with every time moved. */
    ProcessEvidence of(ProcessEvidence process) {
        if (nanos == 0) {
            return process;
        }
        Ending ending = process.ending();
        return process.toBuilder()
                .started(of(process.started()))
                .lastAlive(of(process.lastAlive()))
                .ending(
                        ending == null
                                ? null
                                : new Ending(
                                        ending.kind(),
                                        ending.exitCode(),
                                        ending.reason(),
                                        ending.thread(),
                                        ending.stack(),
                                        of(ending.time())))
                .threads(process.threads().stream()
                        .map(thread -> new ThreadSnapshot(
                                thread.thread(),
                                thread.state(),
                                thread.stack(),
                                of(thread.time()),
                                thread.lock(),
                                thread.owner()))
                        .toList())
                .memberships(process.memberships().stream().map(this::of).toList())
                .extent(new SourceExtent(
                        process.extent().complete(), of(process.extent().end())))
                .copies(process.copies().stream()
                        .map(copy -> copy.shiftedBack(nanos))
                        .toList())
                .devices(process.devices().shiftedBack(nanos))
                .retained(process.retained().shiftedBack(nanos))
                .build();
    }

    private MembershipEvidence of(MembershipEvidence membership) {
        JoinRecord creation = membership.creation();
        Call pending = membership.overwrittenPending();
        return membership.toBuilder()
                .creation(new JoinRecord(
                        creation.phase(),
                        of(creation.begun()),
                        of(creation.ended()),
                        creation.site(),
                        creation.failure()))
                .collectives(of(membership.collectives()))
                .pointToPoint(of(membership.pointToPoint()))
                .overwrittenPending(pending == null ? null : of(pending))
                .build();
    }

    /** Returns the calls with every time moved, those of calls that are loaded later included. */
    CallSequence of(CallSequence calls) {
        return calls.withTimes(this::of, times -> new CallTimes() {
            @Override
            public boolean holds(int index) {
                return times.holds(index);
            }

            @Override
            public long enqueued(int index) {
                return TimeShift.this.of(times.enqueued(index));
            }

            @Override
            public long completed(int index) {
                return TimeShift.this.of(times.completed(index));
            }
        });
    }

    private Call of(Call call) {
        return new Call(
                call.sequence(),
                call.signature(),
                call.function(),
                call.state(),
                of(call.enqueued()),
                of(call.started()),
                of(call.completed()),
                call.stack(),
                call.thread(),
                call.failure());
    }

    private long of(long time) {
        return time == Call.NO_TIME || nanos == UNKNOWN.nanos ? Call.NO_TIME : time - nanos;
    }
}
