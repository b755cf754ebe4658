package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
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

/** The trace of one process. Thread-safe. */
final class TraceSource implements ProcessSource {
    private static final long MILLI = 1_000_000;
    /** Counters of the recorder's own work that do not mean that anything is missing. */
    private static final Set<String> HARMLESS =
            Set.of(LossKind.CALLS_SKIPPED.label(), LossKind.COPIES_SKIPPED.label(), LossKind.HEAP_ABANDONED.label());

    private final Path file;
    private final SharedTraceValues shared;
    private final WholeCallLoader loader;
    private final SourceIdentity identity;
    private final boolean identityLost;

    /** Opens a trace to identify its process, and closes it: too many open files would be mapped at once otherwise. */
    TraceSource(Path file, SharedTraceValues shared, WholeCallLoader loader) throws IOException {
        this.file = file;
        this.shared = shared;
        this.loader = loader;
        try (TraceReader trace = TraceReader.open(file)) {
            this.identity = identity(trace);
            this.identityLost = trace.truncated() && identity.jobId().isEmpty();
            shared.addTrace();
        }
    }

    private SourceIdentity identity(TraceReader trace) {
        TraceIdentity recorded = trace.identity();
        return new SourceIdentity(
                shared.text(recorded.jobId()),
                shared.text(recorded.host()),
                recorded.rank(),
                recorded.world(),
                recorded.startTimeMillis() <= 0 ? Call.NO_TIME : recorded.startTimeMillis() * MILLI,
                trace.clock().wallMillis() * MILLI,
                trace.communicatorIdentities().stream().map(shared::text).collect(Collectors.toUnmodifiableSet()));
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
        return identity;
    }

    @Override
    public boolean identityLost() {
        return identityLost;
    }

    @Override
    public RecorderInfo recorder() {
        try (TraceReader trace = TraceReader.open(file)) {
            TraceIdentity recorded = trace.identity();
            List<InstrumentedMethod> methods = trace.instrumented();
            Map<String, Long> lost = new LinkedHashMap<>();
            trace.losses().forEach((kind, count) -> lost.put(kind.label(), count));
            lost.keySet().removeAll(HARMLESS);
            return new RecorderInfo(
                    recorded.recorderVersion(),
                    recorded.commandLine(),
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
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) throws IOException {
        try (TraceReader trace = TraceReader.open(file)) {
            TraceIdentity recorded = trace.identity();
            boolean running = LocalProcesses.isRunning(recorded.host(), recorded.pid(), recorded.startTimeMillis());
            TraceTranslator translator = new TraceTranslator(trace, shared);
            TraceMemberships calls = new TraceMemberships(
                    trace, translator, signatures, stacks, position -> loader.call(file, position), shared);
            TraceEvents events = new TraceEvents(trace, translator, calls);
            List<MembershipEvidence> memberships = calls.memberships(TraceResults.of(trace));
            return ProcessEvidence.builder(file)
                    .host(identity.host())
                    .pid(recorded.pid())
                    .started(identity.started())
                    .lastAlive(events.lastAlive())
                    .rank(recorded.rank())
                    .worldSize(recorded.world())
                    .ending(ending(trace, translator, events.ending()))
                    .running(running)
                    .threads(events.threads())
                    .memberships(memberships)
                    .classPath(shared.classPath(recorded.classPath()))
                    .losses(losses(trace, translator, memberships))
                    .extent(SourceExtent.WHOLE)
                    .copies(TraceCopies.of(trace, translator))
                    .devices(events.devices().record(trace))
                    .retained(TraceBuffers.of(trace, translator))
                    .inputs(() -> TraceInputs.of(file, shared))
                    .build();
        }
    }

    /** Returns the ending that was recorded; if recording stopped earlier, that it was not observed. */
    private Ending ending(TraceReader trace, TraceTranslator translator, Ending recorded) {
        RecordingStopped stop = trace.stopped();
        if (recorded == null && stop == null && identityLost) {
            // The calls are before the strings in the file: some calls may be gone, too, and so may the ending.
            return Ending.unobserved("its trace is cut off");
        }
        if (stop == null || recorded != null && recorded.time() <= translator.time(stop.time())) {
            return recorded;
        }
        return new Ending(
                Ending.Kind.UNOBSERVED, -1, stop.reason(), "", CallStack.UNKNOWN, translator.time(stop.time()));
    }

    private List<String> losses(TraceReader trace, TraceTranslator translator, List<MembershipEvidence> memberships) {
        List<String> losses = new ArrayList<>();
        RecordingStopped stop = trace.stopped();
        if (stop != null) {
            Instant time =
                    Instant.ofEpochSecond(0, translator.time(stop.time())).truncatedTo(ChronoUnit.SECONDS);
            losses.add("recording stopped" + (identity.rank() < 0 ? "" : " on rank " + identity.rank()) + " at " + time
                    + (stop.reason().isEmpty() ? "" : " (" + stop.reason() + ")")
                    + "; what it did from then on is not known");
        }
        long unseen = memberships.stream()
                .filter(membership -> membership.identity().isEmpty())
                .count();
        if (unseen > 0 && !trace.truncated()) {
            losses.add("incomplete: the creation of " + unseen + (unseen == 1 ? " communicator" : " communicators")
                    + " was not recorded, so calls there cannot be compared between ranks");
        }
        if (trace.truncated()) {
            losses.add(ProcessTrace.TRUNCATED + ": the file lacks its end; what it still holds was used");
        }
        boolean damaged = trace.communicators().stream()
                .anyMatch(entry -> CallSequenceBuilder.isDamaged(
                                entry.collectives().lastEnqueued())
                        || CallSequenceBuilder.isDamaged(entry.pointToPoint().lastEnqueued()));
        if (damaged) {
            losses.add("incomplete: the counters of a communicator are damaged; the calls that it holds were used");
        }
        Map<LossKind, Long> counted = trace.losses();
        if (counted.containsKey(LossKind.CALLS_DROPPED)) {
            losses.add("incomplete: " + counted.get(LossKind.CALLS_DROPPED)
                    + " events were not recorded, because no slot was free; raise slots=");
        }
        if (counted.containsKey(LossKind.CALLS_MISSED)) {
            losses.add("incomplete: " + counted.get(LossKind.CALLS_MISSED)
                    + " calls, creations or waits were not recorded completely, because a thread's stack or the Java heap"
                    + " was exhausted");
        }
        if (counted.containsKey(LossKind.COMMUNICATORS)) {
            losses.add("incomplete: " + counted.get(LossKind.COMMUNICATORS)
                    + " communicators were not recorded, because the table was full");
        }
        return losses;
    }
}
