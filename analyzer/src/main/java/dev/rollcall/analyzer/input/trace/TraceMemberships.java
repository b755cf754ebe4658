package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CallSteps;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.SummedResults;
import dev.rollcall.trace.CallCursor;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.LaneSummary;
import dev.rollcall.trace.RingReader;
import dev.rollcall.trace.TraceReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Sorts the calls of one trace by communicator, and makes the memberships of the process. Not thread-safe. */
final class TraceMemberships {
    private final TraceTranslator translator;
    private final InternTable<Signature> signatures;
    private final LongFunction<Call> loader;
    private final SharedTraceValues shared;
    private final CallInterner interner;
    private final RingReader ring;
    /** Read before the calls, so that each sequence number in it is of a call that was issued before the calls were read. */
    private final List<CommunicatorEntry> entries;

    private final Map<Integer, Lanes> lanes = new HashMap<>();
    /** By identity: entries with equal lists of members have the same object. */
    private final Map<List<Long>, List<Integer>> members = new IdentityHashMap<>();

    private int lastCommunicator = -1;
    private Lanes last;

    /**
     * Starts for a trace.
     *
     * @param loader loads a whole call by its position in the ring, later
     */
    TraceMemberships(
            TraceReader trace,
            TraceTranslator translator,
            InternTable<Signature> signatures,
            InternTable<CallStack> stacks,
            LongFunction<Call> loader,
            SharedTraceValues shared) {
        this.translator = translator;
        this.signatures = signatures;
        this.loader = loader;
        this.shared = shared;
        this.interner = new CallInterner(translator, signatures, stacks);
        this.ring = trace.calls();
        this.entries = trace.communicators();
    }

    private static final class Lanes {
        private final Lane collectives;
        private final Lane pointToPoint;

        private Lanes(int timed) {
            this.collectives = new Lane(timed);
            this.pointToPoint = new Lane(timed);
        }
    }

    /** The calls of one lane, and the positions of those that the analysis asks for on every rank. */
    private static final class Lane {
        private final CallSequenceBuilder calls;
        private final CallSteps.Builder steps = new CallSteps.Builder();
        private long oldestPending = -1;
        private long oldestPendingSinceCompleted = -1;
        private long newest = -1;

        private Lane(int timed) {
            this.calls = new CallSequenceBuilder(timed);
        }

        private void add(CallCursor call, long step, int signature, int site, TraceTranslator translator) {
            long position = call.position();
            steps.add(call.sequence(), step);
            CallState state = translator.state(call);
            calls.add(
                    call.sequence(),
                    signature,
                    site,
                    state,
                    position,
                    translator.time(call.enqueued()),
                    translator.ended(call));
            newest = position;
            if (state == CallState.COMPLETED) {
                oldestPendingSinceCompleted = -1;
            } else if (state.pending()) {
                oldestPending = oldestPending < 0 ? position : oldestPending;
                oldestPendingSinceCompleted = oldestPendingSinceCompleted < 0 ? position : oldestPendingSinceCompleted;
            }
        }
    }

    /**
     * Adds the call at a cursor.
     *
     * @param step the application's step that it is in
     */
    void add(CallCursor call, long step) {
        if (call.communicator() != lastCommunicator || last == null) {
            lastCommunicator = call.communicator();
            last = lanes.computeIfAbsent(lastCommunicator, index -> new Lanes(shared.timesPerLane()));
        }
        Lane lane = call.pointToPoint() ? last.pointToPoint : last.collectives;
        lane.add(call, step, interner.signature(call), interner.stack(call), translator);
    }

    /**
     * Returns the memberships with the calls that were added, in the order of creation.
     *
     * @param results the sums of results by the number of the communicator
     */
    List<MembershipEvidence> memberships(Map<Integer, SummedResults> results) {
        List<MembershipEvidence> memberships = new ArrayList<>();
        for (CommunicatorEntry entry : entries) {
            Lanes calls = lanes.getOrDefault(entry.index(), new Lanes(0));
            memberships.add(MembershipEvidence.builder(shared.text(entry.identity()))
                    .name(shared.text(entry.name()))
                    .size(entry.size())
                    .communicatorRank(entry.rank())
                    .globalRank(entry.globalRank())
                    .members(members.computeIfAbsent(entry.members(), shared::members))
                    .creation(creation(entry))
                    .collectives(sequence(calls.collectives, entry.collectives().lastEnqueued()))
                    .pointToPoint(
                            sequence(calls.pointToPoint, entry.pointToPoint().lastEnqueued()))
                    .overwrittenPending(overwrittenPending(entry))
                    .results(results.getOrDefault(entry.index(), SummedResults.NONE))
                    .build());
        }
        return memberships;
    }

    /** Returns the calls of a lane. Those that the analysis asks for on every rank stay in memory, the others are loaded. */
    private CallSequence sequence(Lane lane, long lastEnqueued) {
        Map<Long, Call> kept = new HashMap<>();
        for (long position : new long[] {lane.oldestPending, lane.oldestPendingSinceCompleted, lane.newest}) {
            if (position >= 0 && ring.event(position) instanceof CallEvent call) {
                kept.put(position, shared.call(translator.call(call), signatures));
            }
        }
        // Map.copyOf is small, and every lane of every rank has one.
        Map<Long, Call> small = Map.copyOf(kept);
        // A local variable: a lambda that uses the field would keep this object, with all that it collected, for every
        // rank.
        LongFunction<Call> load = loader;
        LongFunction<Call> keptOrLoaded = position -> {
            Call call = small.get(position);
            return call == null ? load.apply(position) : call;
        };
        return lane.calls
                .build(lastEnqueued, signatures, keptOrLoaded, shared.columns())
                .with(lane.steps.build());
    }

    private JoinRecord creation(CommunicatorEntry entry) {
        return new JoinRecord(
                phase(entry.phase()),
                entry.creationTime() == 0 ? Call.NO_TIME : translator.time(entry.creationTime()),
                entry.creationEnded() == 0 ? Call.NO_TIME : translator.time(entry.creationEnded()),
                entry.creationStack() == 0 ? CallStack.UNKNOWN : translator.stack(entry.creationStack()),
                entry.failure());
    }

    private static Membership.Phase phase(CommunicatorPhase phase) {
        return switch (phase) {
            case JOINING -> Membership.Phase.JOINING;
            case FAILED -> Membership.Phase.FAILED;
            case LEFT -> Membership.Phase.LEFT;
            case JOINED, SPLIT, UNKNOWN -> Membership.Phase.JOINED;
        };
    }

    /** Returns the oldest pending call that is no longer in the ring; the communicator's entry keeps one for each lane. */
    private Call overwrittenPending(CommunicatorEntry entry) {
        Call oldest = null;
        for (LaneSummary lane : List.of(entry.collectives(), entry.pointToPoint())) {
            Call call = lane.carriedCall() == null ? null : translator.call(lane.carriedCall());
            if (call != null && call.state().pending()) {
                oldest = oldest == null || call.enqueued() < oldest.enqueued() ? call : oldest;
            }
        }
        return oldest;
    }
}
