package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.input.pytorch.GroupIdentity;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.LibraryProgress;
import dev.rollcall.analyzer.model.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One rank in a console. Of its calls at most one is known for each group, the one that did not complete; counters show how many
 * others there are. Immutable.
 */
final class ConsoleSource implements ProcessSource {
    /** Signals that end one process for a reason of its own. Others, such as SIGABRT of the watchdog, follow from a wait. */
    static final Map<Integer, String> SIGNALS =
            Map.of(4, "SIGILL", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV");

    /** More calls under way are not listed: their number is all that is known of them. */
    static final int MOST_LISTED = 4096;

    private final Path file;
    private final String stream;
    private final int rank;
    private final int worldSize;
    private final int fewestRanks;
    private final ReportedRank facts;
    private final ElasticReport launcher;
    private final boolean countsMessages;
    private final Set<Long> marks;
    private final String killedBy;
    private final boolean exited;
    private final String hostKill;
    private final Map<String, String> firstEnds;
    private final Ending leftOut;
    private final boolean listsCalls;

    /**
     * Makes the source of one rank.
     *
     * @param stream the host, pod or container whose lines of the file these are; empty for all lines
     * @param worldSize the number of ranks of the job; -1 where unknown
     * @param fewestRanks how many ranks the console shows at least
     * @param countsMessages whether ranks of the job send and receive: counters then count both kinds of calls
     * @param marks numbers of messages that other processes hardly have, too
     * @param killedBy the signal that ended the process first of all, according to srun or mpirun; empty for none
     * @param exited whether the process gave an exit code of its own, according to srun or mpirun
     * @param hostKill what the kernel or Kubernetes killed, in a few words; empty for nothing
     * @param firstEnds for each host when its first process ended by itself, as torchelastic writes it
     * @param leftOut the ending that says why lines of the rank can be missing in the console; {@link Ending#UNKNOWN} for none
     * @param listsCalls whether memory is left for calls of which only the number is known
     */
    ConsoleSource(
            Path file,
            String stream,
            int rank,
            int worldSize,
            int fewestRanks,
            ReportedRank facts,
            ElasticReport launcher,
            boolean countsMessages,
            Set<Long> marks,
            String killedBy,
            boolean exited,
            String hostKill,
            Map<String, String> firstEnds,
            Ending leftOut,
            boolean listsCalls) {
        this.file = file;
        this.stream = stream;
        this.rank = rank;
        this.worldSize = worldSize;
        this.fewestRanks = fewestRanks;
        this.facts = facts;
        this.launcher = launcher;
        this.countsMessages = countsMessages;
        this.marks = marks;
        this.killedBy = killedBy;
        this.exited = exited;
        this.hostKill = hostKill;
        this.firstEnds = firstEnds;
        this.leftOut = leftOut;
        this.listsCalls = listsCalls;
    }

    /** Makes the source of a rank that wrote lines which show nothing but that it is there. */
    static ConsoleSource ofWriter(Path file, int rank, int fewestRanks) {
        return new ConsoleSource(
                file,
                "",
                rank,
                -1,
                fewestRanks,
                ReportedRank.ofWriter(),
                new ElasticReport(),
                false,
                Set.of(),
                "",
                false,
                "",
                Map.of(),
                Ending.UNKNOWN,
                false);
    }

    @Override
    public boolean showsOnlyWriter() {
        return facts.onlyWriter;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.CONSOLE;
    }

    @Override
    public SourceIdentity identity() {
        return new SourceIdentity(host(), rank, worldSize);
    }

    @Override
    public String stream() {
        return stream;
    }

    @Override
    public Set<Long> pids() {
        return launcher.pids();
    }

    /** {@inheritDoc} The times are local ones of the host. */
    @Override
    public ProcessFingerprint fingerprint() {
        try {
            FileTime written = Files.getLastModifiedTime(file);
            long last = MessageTime.inYearBefore(written, facts.last);
            long begun = MessageTime.inYearBefore(written, facts.lastCallBegun());
            return new ProcessFingerprint(begun == Call.NO_TIME ? last : Math.min(begun, last), last, worldSize, marks);
        } catch (IOException reportedByRead) {
            return new ProcessFingerprint(Call.NO_TIME, Call.NO_TIME, worldSize, marks);
        }
    }

    private String host() {
        return facts.failure == null ? stream : facts.failure.host();
    }

    @Override
    public ProcessEvidence read(InternTable<Signature> signatures, InternTable<CallStack> stacks) throws IOException {
        Ending ending = ending();
        FileTime written = Files.getLastModifiedTime(file);
        List<MembershipEvidence> memberships = new ArrayList<>();
        for (Map.Entry<GroupName, GroupFacts> group : facts.groups.entrySet()) {
            memberships.add(membership(group.getKey(), group.getValue(), written, signatures, stacks));
        }
        if (facts.fingerprint != null && !facts.knowsCallOnWorld()) {
            memberships.removeIf(membership -> membership.identity().equals(ConsoleWorld.IDENTITY));
            Call call = call(
                    Math.max(1, facts.fingerprint.sequence()),
                    facts.fingerprint.signature(),
                    facts.fingerprint.function(),
                    Call.NO_TIME,
                    facts.raised == null ? CallStack.UNKNOWN : facts.raised.stack());
            memberships.add(world(
                    ConsoleWorld.IDENTITY,
                    rank,
                    sequence(call, call.sequence(), signatures, stacks),
                    LibraryProgress.UNKNOWN));
        }
        if (facts.missedBarrier) {
            memberships.add(world(ConsoleWorld.WRAPPER, rank, CallSequence.NONE, LibraryProgress.UNKNOWN));
        }
        if (facts.barrierRank >= 0 && !(facts.missedBarrier && facts.barrierRank == rank)) {
            Call call = call(1, Signature.of("monitored_barrier"), "", Call.NO_TIME, facts.reportStack);
            memberships.add(world(
                    ConsoleWorld.WRAPPER,
                    facts.barrierRank,
                    sequence(call, 1, signatures, stacks),
                    LibraryProgress.UNKNOWN));
        }
        return ProcessEvidence.builder(file)
                .host(host())
                .pid(facts.failure == null ? -1 : facts.failure.pid())
                .lastAlive(ending.hasEnded() ? Call.NO_TIME : MessageTime.inYearBefore(written, facts.last))
                .rank(rank)
                .worldSize(worldSize)
                .fewestRanks(fewestRanks)
                .ending(ending)
                .memberships(memberships)
                .extent(SourceExtent.WHOLE)
                .losses(
                        leftOut.kind() == Ending.Kind.UNOBSERVED
                                ? List.of(leftOut.reason() + ", so that later ranks and groups are left out")
                                : List.of())
                .doubts(doubts())
                .build();
    }

    private List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        if (facts.countsAlone()) {
            doubts.add("of some ranks the console shows how many calls they made, and not which");
        }
        if (!hostKill.isEmpty()) {
            doubts.add(hostKill + ", and the console does not show of which rank that was");
        }
        return doubts;
    }

    private MembershipEvidence world(String identity, int groupRank, CallSequence calls, LibraryProgress progress) {
        return MembershipEvidence.builder(identity)
                .communicatorRank(groupRank)
                .globalRank(rank)
                .collectives(calls)
                .progress(progress)
                .build();
    }

    private MembershipEvidence membership(
            GroupName group,
            GroupFacts known,
            FileTime written,
            InternTable<Signature> signatures,
            InternTable<CallStack> stacks) {
        boolean world = group.equals(GroupName.WORLD);
        boolean message = known.call != null && known.call.pointToPoint();
        CallSequence calls = calls(known, written, signatures, stacks);
        String identity = world
                ? ConsoleWorld.IDENTITY
                : group.unique() ? GroupIdentity.of(group.id(), group.description(), List.of(), 1) : "";
        return MembershipEvidence.builder(identity)
                .name(group.shown())
                .communicatorRank(world ? rank : known.groupRank)
                .globalRank(rank)
                .collectives(message ? CallSequence.NONE : calls)
                .pointToPoint(message ? calls : CallSequence.NONE)
                .progress(progress(known))
                .numbered(known.call == null ? !countsMessages : !message)
                .build();
    }

    private CallSequence calls(
            GroupFacts known, FileTime written, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        GroupCounters counters = known.counters;
        if (known.call != null) {
            long time = MessageTime.inYearBefore(written, known.callTime);
            Call call = call(
                    known.call.sequence(),
                    known.call.signature(),
                    known.call.function(),
                    time == Call.NO_TIME || known.call.waited() < 0 ? Call.NO_TIME : time - known.call.waited(),
                    known.stack);
            return sequence(call, counters == null ? 0 : counters.enqueued(), signatures, stacks);
        }
        if (counters != null) {
            Call call = call(counters.completed() + 1, Signature.LOST, "", Call.NO_TIME, CallStack.UNKNOWN);
            return sequence(call, counters.enqueued(), signatures, stacks);
        }
        if (known.desync == null) {
            return CallSequence.NONE;
        }
        boolean under = !known.desync.finished();
        Call call = call(
                known.desync.call() + (under ? 0 : 1),
                under ? Operations.signature(known.desync.type(), null, -1, -1) : Signature.LOST,
                known.desync.type(),
                Call.NO_TIME,
                CallStack.UNKNOWN);
        return sequence(call, known.desync.call(), signatures, stacks);
    }

    private static LibraryProgress progress(GroupFacts known) {
        GroupCounters counters = known.counters;
        if (counters == null) {
            long last = known.call != null ? known.call.sequence() : known.desync != null ? known.desync.call() : -1;
            return new LibraryProgress(last, LibraryProgress.UNCOUNTED, LibraryProgress.UNCOUNTED);
        }
        boolean counted = known.call != null && counters.completed() < known.call.sequence();
        return new LibraryProgress(
                known.call == null ? counters.enqueued() : Math.max(counters.enqueued(), known.call.sequence()),
                LibraryProgress.UNCOUNTED,
                counted ? counters.completed() : LibraryProgress.UNCOUNTED);
    }

    private static Call call(long sequence, Signature signature, String function, long enqueued, CallStack stack) {
        return new Call(
                sequence, signature, function, CallState.ENQUEUED, enqueued, Call.NO_TIME, Call.NO_TIME, stack, "", "");
    }

    /** Returns a call and those after it up to the last that was enqueued, of which nothing else is known; none if it was not. */
    private CallSequence sequence(
            Call first, long last, InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        boolean made = last >= first.sequence() || !first.signature().equals(Signature.LOST);
        long more = Math.max(0, last - first.sequence());
        int size = !made ? 0 : 1 + (int) (listsCalls && more < MOST_LISTED ? more : 0);
        int[] known = new int[size];
        int[] places = new int[size];
        byte[] states = new byte[size];
        Arrays.fill(known, signatures.id(Signature.LOST));
        Arrays.fill(places, 0);
        Arrays.fill(states, (byte) CallState.ENQUEUED.ordinal());
        if (made) {
            known[0] = signatures.id(first.signature());
            places[0] = stacks.id(first.stack().ofApplication());
        }
        return new CallSequence(
                        first.sequence(),
                        known,
                        places,
                        states,
                        index -> index == 0
                                ? first
                                : call(first.sequence() + index, Signature.LOST, "", Call.NO_TIME, CallStack.UNKNOWN),
                        signatures,
                        null)
                .with(CallSequence.Earlier.COUNTED_ON_RETURN);
    }

    private Ending ending() {
        FailureSummary.Failure failure = facts.failure;
        boolean fell = failure != null && !launcher.ended(failure.pid());
        RaisedException raised = facts.raised;
        // A rank that timed out as well was still waiting: only its exit code proves that the exception ended it.
        boolean ended = raised != null
                && ((raised.uncaught() || exited) && !facts.timedOut() || fell && failure.exitCode() > 0);
        if (ended) {
            return new Ending(Ending.Kind.UNCAUGHT_EXCEPTION, -1, raised.text(), "", raised.stack(), Call.NO_TIME);
        }
        // The end of one process can make others fail, in any way. Times of one host can be compared.
        boolean first = fell && failure.time().compareTo(firstEnds.getOrDefault(failure.host(), failure.time())) <= 0;
        String signal = !killedBy.isEmpty() ? killedBy : first ? SIGNALS.getOrDefault(-failure.exitCode(), "") : "";
        if (!signal.isEmpty() && !facts.timedOut() && !facts.reportsOthers()) {
            return Ending.signalled(signal, "", Call.NO_TIME);
        }
        if (facts.timedOut()) {
            return Ending.UNKNOWN;
        }
        return raised != null && leftOut.isUnknown() ? Ending.unknownAfter(raised.text(), raised.stack()) : leftOut;
    }
}
