package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Birth;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Frame;
import dev.rollcall.analyzer.model.Interned;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.LaneSummary;
import dev.rollcall.trace.TraceReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Sorts a trace's calls by communicator. Not thread-safe. */
final class TraceShares {
    private final TraceWords words;
    private final Interned<Signature> signatures;
    private final Interned<Frame> sites;
    private final LongFunction<Call> loader;
    /** Read before the calls, so that every number it tells is of a call that was issued before they were looked at. */
    private final List<CommunicatorEntry> entries;

    private final Map<Integer, Lanes> lanes = new HashMap<>();
    private final Map<Integer, Integer> siteOfStack = new HashMap<>();
    private final Map<Signature, Integer> known = new HashMap<>();
    /** By identity: entries with one list of members have the same object. */
    private final Map<List<Long>, List<Integer>> members = new IdentityHashMap<>();

    TraceShares(
            TraceReader trace,
            TraceWords words,
            Interned<Signature> signatures,
            Interned<Frame> sites,
            LongFunction<Call> loader) {
        this.words = words;
        this.signatures = signatures;
        this.sites = sites;
        this.loader = loader;
        this.entries = trace.communicators();
    }

    private static final class Lanes {
        private final SequenceBuilder collectives = new SequenceBuilder();
        private final SequenceBuilder pointToPoint = new SequenceBuilder();
    }

    /** Adds a call that the ring holds. */
    void add(long position, CallEvent call) {
        Lanes its = lanes.computeIfAbsent(call.communicator(), index -> new Lanes());
        int signature = known.computeIfAbsent(words.signature(call), signatures::id);
        int site = siteOfStack.computeIfAbsent(call.stack(), this::site);
        (call.pointToPoint() ? its.pointToPoint : its.collectives)
                .add(call.sequence(), signature, site, words.state(call), position);
    }

    private int site(int stack) {
        Frame frame = words.stack(stack).siteFrame();
        return sites.id(frame == null ? Job.UNKNOWN_SITE : frame);
    }

    /** Returns the shares, in the order of their birth, with the calls that were added. */
    List<Share> shares() {
        List<Share> shares = new ArrayList<>();
        for (CommunicatorEntry entry : entries) {
            shares.add(share(entry, lanes.getOrDefault(entry.index(), new Lanes())));
        }
        return shares;
    }

    private Share share(CommunicatorEntry entry, Lanes its) {
        return new Share(
                entry.identity(),
                entry.name(),
                entry.size(),
                entry.rank(),
                entry.globalRank(),
                members.computeIfAbsent(
                        entry.members(),
                        list -> list.stream().map(Long::intValue).toList()),
                birth(entry),
                its.collectives.build(entry.collectives().lastEnqueued(), signatures, loader),
                its.pointToPoint.build(entry.pointToPoint().lastEnqueued(), signatures, loader),
                carried(entry));
    }

    private Birth birth(CommunicatorEntry entry) {
        return new Birth(
                phase(entry.phase()),
                entry.born() == 0 ? Call.NO_TIME : words.time(entry.born()),
                entry.joined() == 0 ? Call.NO_TIME : words.time(entry.joined()),
                entry.birthStack() == 0 ? CallStack.UNKNOWN : words.stack(entry.birthStack()),
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
