package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
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

/** Sorts a trace's calls by communicator. Not thread-safe. */
final class TraceMemberships {
    private static final int SITES = 64;

    private final TraceTranslator words;
    private final InternTable<Signature> signatures;
    private final InternTable<StackFrame> sites;
    private final LongFunction<Call> loader;
    /** Read before the calls, so that every number it tells is of a call that was issued before they were looked at. */
    private final List<CommunicatorEntry> entries;

    private final SharedTraceValues pool;
    private final RingReader ring;
    private final CallInterner numbers;
    private final Map<Integer, Lanes> lanes = new HashMap<>();
    private final Map<Integer, Integer> siteOfStack = new HashMap<>();
    /** The last sites asked for, by their stacks; 0 is no stack, whose site is asked for each time. */
    private final int[] stacks = new int[SITES];

    private final int[] sitesOfStacks = new int[SITES];
    /** By identity: entries with one list of members have the same object. */
    private final Map<List<Long>, List<Integer>> members = new IdentityHashMap<>();

    private int lanesOf = -1;
    private Lanes last;

    TraceMemberships(
            TraceReader trace,
            TraceTranslator words,
            InternTable<Signature> signatures,
            InternTable<StackFrame> sites,
            LongFunction<Call> loader,
            SharedTraceValues pool) {
        this.words = words;
        this.signatures = signatures;
        this.sites = sites;
        this.loader = loader;
        this.pool = pool;
        this.ring = trace.calls();
        this.numbers = new CallInterner(words, signatures);
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

    /** The calls of one kind on one communicator, and which of them somebody will ask for. */
    private static final class Lane {
        private final CallSequenceBuilder calls;
        private long oldestPending = -1;
        private long oldestPendingSinceCompleted = -1;
        private long newest = -1;

        private Lane(int timed) {
            this.calls = new CallSequenceBuilder(timed);
        }

        private void add(CallCursor call, int signature, int site, CallState state, TraceTranslator words) {
            long position = call.position();
            calls.add(
                    call.sequence(), signature, site, state, position, words.time(call.enqueued()), words.ended(call));
            newest = position;
            if (state == CallState.COMPLETED) {
                oldestPendingSinceCompleted = -1;
            } else if (state.pending()) {
                oldestPending = oldestPending < 0 ? position : oldestPending;
                oldestPendingSinceCompleted = oldestPendingSinceCompleted < 0 ? position : oldestPendingSinceCompleted;
            }
        }
    }

    /** Adds the call that a cursor is at. */
    void add(CallCursor call) {
        if (call.communicator() != lanesOf || last == null) {
            lanesOf = call.communicator();
            last = lanes.computeIfAbsent(lanesOf, index -> new Lanes(pool.timed()));
        }
        (call.pointToPoint() ? last.pointToPoint : last.collectives)
                .add(call, numbers.of(call), siteOf(call.stack()), words.state(call), words);
    }

    private int siteOf(int stack) {
        int at = stack * 0x9E3779B9 >>> 26;
        if (stacks[at] != stack || stack == 0) {
            sitesOfStacks[at] = siteOfStack.computeIfAbsent(stack, this::site);
            stacks[at] = stack;
        }
        return sitesOfStacks[at];
    }

    private int site(int stack) {
        StackFrame frame = words.site(stack);
        return sites.id(frame == null ? Job.UNKNOWN_SITE : frame);
    }

    private CallSequence sequence(Lane lane, long lastGiven) {
        CachedCalls kept = new CachedCalls(loader);
        keep(kept, lane.oldestPending);
        keep(kept, lane.oldestPendingSinceCompleted);
        keep(kept, lane.newest);
        return lane.calls.build(lastGiven, signatures, kept, pool.columns());
    }

    private void keep(CachedCalls kept, long position) {
        if (position >= 0 && ring.event(position) instanceof CallEvent call) {
            kept.keep(position, pool.call(words.call(call), signatures));
        }
    }

    /** Returns the memberships, in the order of their birth, with the calls that were added. */
    List<MembershipEvidence> memberships() {
        List<MembershipEvidence> memberships = new ArrayList<>();
        for (CommunicatorEntry entry : entries) {
            memberships.add(membership(entry, lanes.getOrDefault(entry.index(), new Lanes(0))));
        }
        return memberships;
    }

    private MembershipEvidence membership(CommunicatorEntry entry, Lanes its) {
        return new MembershipEvidence(
                pool.text(entry.identity()),
                pool.text(entry.name()),
                entry.size(),
                entry.rank(),
                entry.globalRank(),
                members.computeIfAbsent(entry.members(), pool::members),
                birth(entry),
                sequence(its.collectives, entry.collectives().lastEnqueued()),
                sequence(its.pointToPoint, entry.pointToPoint().lastEnqueued()),
                0,
                carried(entry));
    }

    private JoinRecord birth(CommunicatorEntry entry) {
        return new JoinRecord(
                phase(entry.phase()),
                entry.creationTime() == 0 ? Call.NO_TIME : words.time(entry.creationTime()),
                entry.joined() == 0 ? Call.NO_TIME : words.time(entry.joined()),
                entry.creationStack() == 0 ? CallStack.UNKNOWN : words.stack(entry.creationStack()),
                entry.failure());
    }

    /** Returns the older of the two calls that the communicator's entry keeps, which are unfinished and out of the ring. */
    private Call carried(CommunicatorEntry entry) {
        Call oldest = null;
        for (LaneSummary lane : List.of(entry.collectives(), entry.pointToPoint())) {
            Call call = lane.carriedCall() == null ? null : words.call(lane.carriedCall());
            if (call != null && call.state().pending()) {
                oldest = oldest == null || call.enqueued() < oldest.enqueued() ? call : oldest;
            }
        }
        return oldest;
    }

    private static Membership.Phase phase(CommunicatorPhase phase) {
        return switch (phase) {
            case JOINING -> Membership.Phase.JOINING;
            case FAILED -> Membership.Phase.FAILED;
            case LEFT -> Membership.Phase.LEFT;
            case JOINED, SPLIT, UNKNOWN -> Membership.Phase.JOINED;
        };
    }
}
