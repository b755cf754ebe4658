package dev.rollcall.analyzer.input.horovod;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One rank in a warning of Horovod's stall inspector: it waits in the call that the warning is about, or lacks it. Thread-safe. */
final class StallSource implements ProcessSource {
    private static final String COMMUNICATOR = "horovod";
    private static final Pattern OPERATION =
            Pattern.compile("(?i)(allreduce|allgather|broadcast|alltoall|reducescatter)");
    private static final Map<String, String> OPERATIONS = Map.of(
            "allreduce", "all_reduce",
            "allgather", "all_gather",
            "broadcast", "broadcast",
            "alltoall", "all_to_all",
            "reducescatter", "reduce_scatter");

    private final Path file;
    private final int rank;
    private final int worldSize;
    private final boolean waiting;
    private final String tensor;

    private StallSource(Path file, int rank, int worldSize, boolean waiting, String tensor) {
        this.file = file;
        this.rank = rank;
        this.worldSize = worldSize;
        this.waiting = waiting;
        this.tensor = tensor;
    }

    /** Returns a source for each rank of which a warning shows where it is. */
    static List<StallSource> of(Path file, StallReport report) {
        Map<Integer, String> absent = report.absent();
        // One name for all, or none.
        Set<String> tensors = new HashSet<>(absent.values());
        String tensor = tensors.size() == 1 ? tensors.iterator().next() : "";
        List<Integer> waiting = report.waiting();
        int worldSize = report.allLackOne() ? absent.size() + waiting.size() : -1;
        List<StallSource> sources = new ArrayList<>();
        waiting.forEach(rank -> sources.add(new StallSource(file, rank, worldSize, true, tensor)));
        absent.forEach((rank, name) -> sources.add(new StallSource(file, rank, worldSize, false, name)));
        return sources;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.HOROVOD;
    }

    @Override
    public SourceIdentity identity() {
        return new SourceIdentity("", "", rank, worldSize, Call.NO_TIME, Call.NO_TIME, Set.of(COMMUNICATOR));
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        MembershipEvidence membership = MembershipEvidence.builder(COMMUNICATOR)
                .name("horovod")
                .size(worldSize)
                .communicatorRank(rank)
                .globalRank(rank)
                .collectives(calls(signatures, stacks))
                .build();
        return ProcessEvidence.builder(file)
                .rank(rank)
                .worldSize(worldSize)
                .memberships(List.of(membership))
                .extent(SourceExtent.WHOLE)
                .build();
    }

    /** Horovod names tensors and does not number calls: the call that is waited for is number 2, after all that all made. */
    private CallSequence calls(InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        CallSequenceBuilder builder = new CallSequenceBuilder();
        Signature signature = signature();
        if (waiting) {
            builder.add(2, signatures.id(signature), 0, CallState.ENQUEUED, 0);
        }
        return builder.build(waiting ? 2 : 1, signatures, position -> call(signature))
                .with(CallSequence.Earlier.NOT_NUMBERED);
    }

    private Signature signature() {
        Matcher operation = OPERATION.matcher(tensor);
        return operation.find()
                ? Signature.of(OPERATIONS.get(operation.group(1).toLowerCase(Locale.ROOT)))
                : Signature.LOST;
    }

    private Call call(Signature signature) {
        return new Call(
                2,
                signature,
                tensor,
                CallState.ENQUEUED,
                Call.NO_TIME,
                Call.NO_TIME,
                Call.NO_TIME,
                CallStack.UNKNOWN,
                "",
                "");
    }
}
