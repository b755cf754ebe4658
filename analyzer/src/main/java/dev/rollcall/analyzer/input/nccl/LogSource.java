package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.CallSequenceBuilder;
import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The messages of one process in a log. A log shows that a call was issued and never that it ended, so the state of every call is
 * unknown. Thread-safe.
 */
final class LogSource implements ProcessSource {
    private static final String DOUBT =
            "it does not show the creation of the communicators, so that the first calls may be missing";

    private final Path file;
    private final LoggedProcess process;
    private final PeerAddresses peers;
    private final boolean cutOff;

    /**
     * Makes the source of one process.
     *
     * @param peers where the processes of the same file are
     * @param cutOff whether the file ends within a line, so that later messages are missing
     */
    LogSource(Path file, LoggedProcess process, PeerAddresses peers, boolean cutOff) {
        this.file = file;
        this.process = process;
        this.peers = peers;
        this.cutOff = cutOff;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.LOG;
    }

    @Override
    public SourceIdentity identity() {
        return new SourceIdentity(
                "",
                process.host,
                -1,
                process.worldSize(),
                process.first,
                process.last,
                process.communicators.stream()
                        .map(process::identity)
                        .filter(identity -> !identity.isEmpty())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public Set<Integer> ranks() {
        if (process.showsCallsOnly()) {
            return process.rank() < 0 ? Set.of() : Set.of(process.rank());
        }
        return process.communicators.stream()
                .filter(communicator -> communicator.size == process.worldSize())
                .map(communicator -> communicator.communicatorRank)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<Long> pids() {
        return process.pid < 0 ? Set.of() : Set.of(process.pid);
    }

    @Override
    public ProcessFingerprint fingerprint() {
        return new ProcessFingerprint(
                process.first,
                process.last,
                process.worldSize(),
                Set.of((process.host + ":" + process.pid).hashCode() * 1L));
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        List<MembershipEvidence> memberships = new ArrayList<>();
        for (LoggedCommunicator communicator : process.communicators) {
            memberships.add(membership(communicator, signatures, stacks));
        }
        return ProcessEvidence.builder(file)
                .host(process.host)
                .pid(process.pid)
                .started(process.first)
                .lastAlive(process.last)
                .rank(process.showsCallsOnly() ? process.rank() : -1)
                .worldSize(process.worldSize())
                .ending(ending())
                .memberships(memberships)
                .losses(losses())
                .extent(new SourceExtent(process.complete, process.last))
                .doubts(doubts())
                .build();
    }

    private Ending ending() {
        if (process.hasFailed()) {
            return new Ending(
                    Ending.Kind.UNCAUGHT_EXCEPTION,
                    -1,
                    "CUDA error \"" + process.cudaFailure.error() + "\"",
                    "",
                    CallStack.UNKNOWN,
                    process.cudaFailureTime);
        }
        return brokenOff().isEmpty() ? Ending.UNKNOWN : Ending.unobserved(brokenOff());
    }

    private List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        if (process.showsCallsOnly() && !process.communicators.isEmpty()) {
            doubts.add(DOUBT);
        }
        String name = process.onlyRank() < 0
                ? "process " + process.pid + " on " + process.host
                : "rank " + process.onlyRank();
        if (process.cudaFailure != null && !process.hasFailed()) {
            doubts.add("NCCL got no GPU memory on " + name + " (" + process.cudaFailure.error() + ")");
        }
        if (process.failedConnection != null) {
            int peer = peers.rank(process.failedConnection, process);
            doubts.add(name + " lost its connection to " + process.failedConnection
                    + (peer < 0
                            ? "; the log does not show which rank that is"
                            : ", where only rank " + peer + " runs: look there first"));
        }
        return doubts;
    }

    private List<String> losses() {
        List<String> losses = new ArrayList<>();
        if (!brokenOff().isEmpty()) {
            losses.add(brokenOff() + "; the lines before it were used");
        }
        if (!process.communicators.isEmpty()
                && process.communicators.stream().allMatch(communicator -> communicator.calls.isEmpty())) {
            losses.add("it lists no calls: with NCCL_DEBUG_SUBSYS=INIT,COLL NCCL logs them");
        }
        return losses;
    }

    /** Returns why nothing is known of the process after some message; empty if all of its messages are whole. */
    private String brokenOff() {
        if (process.full) {
            return "its log has more communicators or calls than fit into memory";
        }
        return cutOff ? "its log is cut off within a line" : process.torn ? "a line of its log is torn" : "";
    }

    private MembershipEvidence membership(
            LoggedCommunicator communicator, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        return MembershipEvidence.builder(process.identity(communicator))
                .size(communicator.size)
                .communicatorRank(communicator.communicatorRank)
                .globalRank(process.globalRank(communicator))
                .creation(new JoinRecord(
                        phase(communicator), communicator.begun, communicator.completed, CallStack.UNKNOWN, ""))
                .collectives(collectives(communicator, signatures, stacks))
                .pointToPoint(sequence(calls(communicator, true), signatures, stacks))
                .build();
    }

    private static Membership.Phase phase(LoggedCommunicator communicator) {
        if (communicator.left) {
            return Membership.Phase.LEFT;
        }
        return communicator.complete ? Membership.Phase.JOINED : Membership.Phase.JOINING;
    }

    private static List<LoggedCall> calls(LoggedCommunicator communicator, boolean pointToPoint) {
        return communicator.calls.stream()
                .filter(call -> call.pointToPoint() == pointToPoint)
                .toList();
    }

    private static CallSequence sequence(
            List<LoggedCall> calls, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        return sequence(calls, 1, signatures, stacks);
    }

    private static CallSequence sequence(
            List<LoggedCall> calls, long first, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        CallSequenceBuilder builder = new CallSequenceBuilder();
        for (int i = 0; i < calls.size(); i++) {
            builder.add(first + i, signatures.id(calls.get(i).signature()), 0, CallState.UNKNOWN, i);
        }
        return builder.build(
                first + calls.size() - 1, signatures, index -> call(calls.get((int) index), first + index));
    }

    /**
     * Returns the collectives of a communicator. Where its creation is not logged, the first calls may be missing; then NCCL's own
     * count numbers the calls, if it rises with each.
     */
    private static CallSequence collectives(
            LoggedCommunicator communicator, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        List<LoggedCall> all = communicator.calls;
        if (communicator.created || all.isEmpty()) {
            return sequence(calls(communicator, false), signatures, stacks);
        }
        boolean counted = all.stream().noneMatch(LoggedCall::pointToPoint)
                && IntStream.range(0, all.size())
                        .allMatch(i -> all.get(i).operations() == all.get(0).operations() + i)
                && all.get(0).operations() >= 0;
        CallSequence calls =
                sequence(calls(communicator, false), counted ? all.get(0).operations() + 1 : 1, signatures, stacks);
        return counted && all.size() > 1 ? calls : calls.with(CallSequence.Earlier.UNCERTAIN);
    }

    private static Call call(LoggedCall call, long sequence) {
        return new Call(
                sequence,
                call.signature(),
                call.function(),
                CallState.UNKNOWN,
                call.time(),
                Call.NO_TIME,
                Call.NO_TIME,
                CallStack.UNKNOWN,
                "",
                "");
    }
}
