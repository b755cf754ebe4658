package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.RecorderInfo;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.trace.InstrumentedMethod;
import dev.rollcall.trace.LossKind;
import dev.rollcall.trace.RecordingStopped;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One process's trace. Safe for use by several threads after it was read. */
final class TraceSource implements ProcessSource {
    private static final long MILLI = 1_000_000;
    /** Counters of the recorder's inner life, by which nothing that was recorded is missing. */
    private static final Set<String> HARMLESS =
            Set.of(LossKind.CALLS_SKIPPED.label(), LossKind.COPIES_SKIPPED.label(), LossKind.HEAP_ABANDONED.label());

    private final Path file;
    private final SharedTraceValues pool;
    private final SourceIdentity origin;
    private final boolean identityLost;

    /** Opens a trace, and closes it again: thousands of traces are read one after the other. */
    TraceSource(Path file, SharedTraceValues pool) throws IOException {
        this.file = file;
        this.pool = pool;
        try (TraceReader trace = TraceReader.open(file)) {
            TraceIdentity identity = trace.identity();
            this.origin = origin(trace, identity);
            this.identityLost = trace.truncated() && identity.jobId().isEmpty();
            pool.expect();
        }
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.TRACE;
    }

    @Override
    public SourceIdentity identity() {
        return origin;
    }

    @Override
    public boolean identityLost() {
        return identityLost;
    }

    @Override
    public RecorderInfo recorder() {
        try (TraceReader trace = TraceReader.open(file)) {
            TraceIdentity identity = trace.identity();
            List<InstrumentedMethod> methods = trace.instrumented();
            Map<String, Long> lost = new LinkedHashMap<>();
            trace.losses().forEach((kind, count) -> lost.put(kind.label(), count));
            lost.keySet().removeAll(HARMLESS);
            return new RecorderInfo(
                    identity.recorderVersion(),
                    identity.commandLine(),
                    (int) methods.stream().filter(InstrumentedMethod::done).count(),
                    methods.stream()
                            .filter(method -> !method.done())
                            .map(method -> method.className() + "." + method.method() + ": " + method.why())
                            .toList(),
                    lost);
        } catch (IOException goneSinceItWasOpened) {
            return RecorderInfo.UNKNOWN;
        }
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<StackFrame> sites) throws IOException {
        try (TraceReader trace = TraceReader.open(file)) {
            TraceIdentity identity = trace.identity();
            boolean running = LocalProcesses.runs(identity.host(), identity.pid(), identity.startTimeMillis());
            TraceTranslator words = new TraceTranslator(trace, pool);
            TraceMemberships memberships = new TraceMemberships(trace, words, signatures, sites, this::call, pool);
            TraceEvents events = new TraceEvents(trace, words, memberships);
            List<MembershipEvidence> its = memberships.memberships();
            return new ProcessEvidence(
                    file.toString(),
                    origin.host(),
                    identity.pid(),
                    origin.started(),
                    events.lastAlive(),
                    identity.rank(),
                    identity.world(),
                    ending(trace, words, events.ending()),
                    running,
                    events.threads(),
                    its,
                    pool.classPath(identity.classPath()),
                    losses(trace, words, its),
                    SourceExtent.WHOLE,
                    TraceCopies.of(trace, words),
                    List.of());
        }
    }

    /** Returns the end that was recorded; where recording stopped before, that. */
    private Ending ending(TraceReader trace, TraceTranslator words, Ending recorded) {
        RecordingStopped stop = trace.stopped();
        if (recorded == null && stop == null && identityLost) {
            // The calls stand before the strings in the file: some of them may be gone, too, and the end with them.
            return new Ending(Ending.Kind.UNOBSERVED, -1, "its trace is cut off", "", CallStack.UNKNOWN, Call.NO_TIME);
        }
        if (stop == null || recorded != null && recorded.time() <= words.time(stop.time())) {
            return recorded;
        }
        return new Ending(Ending.Kind.UNOBSERVED, -1, stop.reason(), "", CallStack.UNKNOWN, words.time(stop.time()));
    }

    private SourceIdentity origin(TraceReader trace, TraceIdentity identity) {
        return new SourceIdentity(
                pool.text(identity.jobId()),
                pool.text(identity.host()),
                identity.rank(),
                identity.world(),
                identity.startTimeMillis() <= 0 ? Call.NO_TIME : identity.startTimeMillis() * MILLI,
                trace.clock().wallMillis() * MILLI,
                trace.communicatorIdentities().stream().map(pool::text).collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns the whole call at a position of the ring; null where the trace does not hold it any more. */
    private Call call(long position) {
        return pool.open().call(file, position);
    }

    private List<String> losses(TraceReader trace, TraceTranslator words, List<MembershipEvidence> memberships) {
        List<String> losses = new ArrayList<>();
        RecordingStopped stop = trace.stopped();
        if (stop != null) {
            Instant time = Instant.ofEpochSecond(0, words.time(stop.time())).truncatedTo(ChronoUnit.SECONDS);
            losses.add("recording stopped" + (origin.rank() < 0 ? "" : " on rank " + origin.rank()) + " at " + time
                    + (stop.reason().isEmpty() ? "" : " (" + stop.reason() + ")")
                    + "; what it did from then on is not known");
        }
        long unseen = memberships.stream()
                .filter(membership -> membership.identity().isEmpty())
                .count();
        if (unseen > 0 && !trace.truncated()) {
            losses.add("incomplete: " + unseen + (unseen == 1 ? " communicator was" : " communicators were")
                    + " made where the recorder did not see it, so that calls there cannot be compared between ranks");
        }
        if (trace.truncated()) {
            losses.add(ProcessTrace.TRUNCATED + ": the file lacks its end; what it still holds was used");
        }
        Map<LossKind, Long> counted = trace.losses();
        if (counted.containsKey(LossKind.CALLS_DROPPED)) {
            losses.add("incomplete: " + counted.get(LossKind.CALLS_DROPPED)
                    + " events were not recorded, because no slot was free (slots=)");
        }
        if (counted.containsKey(LossKind.CALLS_MISSED)) {
            losses.add("incomplete: " + counted.get(LossKind.CALLS_MISSED)
                    + " calls, births or waits were not recorded whole, because the stack of a thread or the Java heap was"
                    + " exhausted");
        }
        if (counted.containsKey(LossKind.COMMUNICATORS)) {
            losses.add("incomplete: " + counted.get(LossKind.COMMUNICATORS)
                    + " communicators were not recorded, because the table was full");
        }
        return losses;
    }
}
