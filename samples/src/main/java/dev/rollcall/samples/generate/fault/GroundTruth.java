package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a correct verdict may say about a generated job.
 *
 * @param verdicts the correct outcomes
 * @param culprits the ranks that a verdict may name: any one of these lists. The first is the truth; the others leave open what
 *     the evidence cannot decide
 * @param causes the causes that the first finding may have; empty where no rank is to be named, or if any will do
 * @param sites the lines that the first finding may name; empty if any line will do
 */
public record GroundTruth(
        List<String> verdicts, List<List<Integer>> culprits, List<String> causes, List<ScriptLine> sites) {

    /** The outcome if nothing readable was found. */
    public static final String UNREADABLE = "unreadable";

    private static final List<List<Integer>> NO_CULPRIT = List.of(List.of());
    private static final ScriptLine[] SENDS = {ScriptLine.SEND_ACTIVATIONS, ScriptLine.SEND_GRADIENTS};
    private static final ScriptLine[] RECEIVES = {ScriptLine.RECEIVE_ACTIVATIONS, ScriptLine.RECEIVE_GRADIENTS};

    /** Returns the truth about a healthy program with a fault edited in, as far as traces show it. */
    public static GroundTruth ofTraces(JobProgram healthy, Fault fault, FaultPlace place) {
        return switch (fault) {
            case NONE -> new GroundTruth(List.of("healthy"), NO_CULPRIT, List.of(), List.of());
            case STRAGGLER ->
                new GroundTruth(
                        List.of("progressing", "healthy"),
                        List.of(List.of(), List.of(place.rank())),
                        List.of("straggler"),
                        List.of());
            case STALL -> new GroundTruth(List.of("stalled"), NO_CULPRIT, List.of("transport-stalled"), List.of());
            default -> ofHang(fault, place, faultyCall(healthy, fault, place));
        };
    }

    /** Returns the truth as far as PyTorch's dumps show it. */
    public static GroundTruth ofDumps(JobProgram healthy, Fault fault, FaultPlace place) {
        GroundTruth truth = ofTraces(healthy, fault, place);
        List<List<Integer>> culpritOrNone = List.of(List.of(place.rank()), List.of());
        return switch (fault) {
            // A dump holds no roots, reductions, splits and creations of groups, so the hang has no visible reason.
            case OTHER_ROOT, OTHER_REDUCTION, OTHER_SPLITS, NEVER_JOINS, OTHER_RENDEZVOUS ->
                new GroundTruth(
                        List.of("healthy", "progressing", "stalled", "inconclusive", "desync"),
                        culpritOrNone,
                        List.of("split-mismatch", "size-mismatch", "split-world", "rank-absent", "undetermined"),
                        List.of());
            // A process that is gone leaves no dump.
            case CRASH, EXIT, KILL ->
                new GroundTruth(
                        List.of("desync", "inconclusive"),
                        culpritOrNone,
                        List.of("rank-absent", "undetermined"),
                        List.of());
            // A dump has no thread stacks, so the culprit's line is unknown.
            case STUCK_OUTSIDE -> new GroundTruth(truth.verdicts(), truth.culprits(), truth.causes(), List.of());
            // A dump does not show for how long the last calls have been pending.
            case STRAGGLER ->
                new GroundTruth(
                        List.of("healthy", "progressing", "inconclusive"),
                        truth.culprits(),
                        List.of("straggler", "undetermined"),
                        List.of());
            default -> truth;
        };
    }

    /**
     * Returns the truth as far as texts, or files with gaps, may show it. They need not show the culprit; a verdict must not name
     * another rank, nor call a hang healthy.
     */
    public static GroundTruth ofTexts(JobProgram healthy, Fault fault, FaultPlace place) {
        List<String> verdicts = new ArrayList<>(List.of("desync", "stalled", "inconclusive", UNREADABLE));
        List<List<Integer>> culprits = new ArrayList<>(
                fault == Fault.NONE || fault == Fault.STALL ? NO_CULPRIT : List.of(List.of(place.rank()), List.of()));
        if (fault == Fault.NONE || fault == Fault.STRAGGLER || fault == Fault.OTHER_REDUCTION) {
            verdicts.addAll(List.of("healthy", "progressing"));
        } else {
            ofTraces(healthy, fault, place).culprits().stream()
                    .filter(ranks -> !culprits.contains(ranks))
                    .forEach(culprits::add);
        }
        return new GroundTruth(verdicts, culprits, List.of(), List.of());
    }

    private static GroundTruth ofHang(Fault fault, FaultPlace place, ProgramAction.Issue faultyCall) {
        List<List<Integer>> culprits = new ArrayList<>();
        culprits.add(List.of(place.rank()));
        List<String> causes = new ArrayList<>(causes(fault, place));
        int opponent = opponent(fault, place, faultyCall);
        if (opponent >= 0) {
            // Two ranks contradict each other, and the evidence need not show which of them is wrong.
            culprits.add(Stream.of(place.rank(), opponent).sorted().toList());
            culprits.add(List.of());
            causes.add("undetermined");
        } else if (place.step() == 1 && faultyCall.group().size() == 2) {
            // In the first step the rank has no history, and its one peer is no majority.
            culprits.add(List.of());
        }
        return new GroundTruth(List.of("desync"), culprits, causes, sites(fault, place, faultyCall));
    }

    /** Returns the only rank that contradicts the culprit; -1 if there are several, or the culprit makes no such call. */
    private static int opponent(Fault fault, FaultPlace place, ProgramAction.Issue faultyCall) {
        SimulatedCommunicator group = faultyCall.group();
        return switch (fault) {
            case STUCK_OUTSIDE, CRASH, EXIT, KILL, NEVER_JOINS -> -1;
            case LOST_SEND, LOST_RECEIVE -> group.members()[faultyCall.call().rootOrPeer()];
            default -> group.size() == 2 ? group.members()[1 - group.communicatorRank(place.rank())] : -1;
        };
    }

    /** Returns the call of the healthy program that the culprit omits or makes differently. */
    private static ProgramAction.Issue faultyCall(JobProgram healthy, Fault fault, FaultPlace place) {
        ScriptLine[] sites = switch (fault) {
            case SHORT_LOOP, NEVER_JOINS, OTHER_RENDEZVOUS, GROUP_ORDER -> new ScriptLine[] {ScriptLine.GRADIENT_NORM};
            case SKIPPED_CHECKPOINT -> new ScriptLine[] {ScriptLine.CHECKPOINT};
            case SKIPPED_EVALUATION -> new ScriptLine[] {ScriptLine.EVALUATE};
            case OTHER_ROOT -> new ScriptLine[] {ScriptLine.SCHEDULE};
            case OTHER_SPLITS -> new ScriptLine[] {ScriptLine.EXPERTS};
            case ORDER_SWAP -> new ScriptLine[] {ScriptLine.PROJECTION_GRADIENT};
            case LOST_SEND -> SENDS;
            case LOST_RECEIVE -> RECEIVES;
            default -> new ScriptLine[] {place.target()};
        };
        List<ProgramAction> step = healthy.part(place.rank(), place.step());
        return (ProgramAction.Issue) step.get(place.find(step, sites));
    }

    private static List<String> causes(Fault fault, FaultPlace place) {
        return switch (fault) {
            case EXTRA_ALIKE -> List.of("extra-collective");
            // A rank that is blocked in its first different call may or may not make the others' call after it.
            case EXTRA_BARRIER -> List.of("extra-collective", "op-mismatch");
            // A rank that went on to another group waits there for ranks that wait for it here. In a loop of equal
            // calls, an omitted call looks like a loop that ends one iteration early.
            case SKIPPED ->
                place.kind() == FaultPlace.Kind.TENSOR
                        ? List.of("skipped-collective", "communicator-deadlock", "short-loop")
                        : List.of("skipped-collective", "communicator-deadlock");
            case SKIPPED_CHECKPOINT, SKIPPED_EVALUATION -> List.of("skipped-collective", "communicator-deadlock");
            case SHORT_LOOP -> List.of("short-loop", "skipped-collective", "communicator-deadlock");
            case STUCK_OUTSIDE, CRASH, EXIT, KILL -> List.of("rank-absent");
            case OTHER_OPERATION -> List.of("op-mismatch");
            case OTHER_SIZE -> List.of("size-mismatch");
            case OTHER_TYPE -> List.of("dtype-mismatch");
            case OTHER_ROOT -> List.of("root-mismatch");
            case OTHER_REDUCTION -> List.of("reduce-op-mismatch");
            case OTHER_SPLITS -> List.of("split-mismatch", "size-mismatch");
            case ORDER_SWAP -> List.of("order-swap");
            case GROUP_ORDER -> List.of("communicator-deadlock");
            case LOST_SEND, LOST_RECEIVE -> List.of("unmatched-send-recv");
            case NEVER_JOINS -> List.of("split-world", "rank-absent");
            case OTHER_RENDEZVOUS -> List.of("split-world");
            case NONE, STALL, STRAGGLER -> List.of();
        };
    }

    private static List<ScriptLine> sites(Fault fault, FaultPlace place, ProgramAction.Issue faultyCall) {
        return switch (fault) {
            case EXTRA_ALIKE, EXTRA_BARRIER -> List.of(place.extraCall());
            case STUCK_OUTSIDE -> List.of(ScriptLine.NEXT_BATCH);
            case CRASH -> List.of(ScriptLine.CHECK);
            case EXIT -> List.of(ScriptLine.GIVE_UP);
            case SHORT_LOOP -> List.of(ScriptLine.EVALUATE, ScriptLine.LAST_BARRIER);
            case ORDER_SWAP -> List.of(ScriptLine.PROJECTION_GRADIENT, ScriptLine.PERCEPTRON_GRADIENT);
            case GROUP_ORDER -> List.of(ScriptLine.LOSS, ScriptLine.GRADIENT_NORM);
            case NEVER_JOINS -> List.of(ScriptLine.NEXT_BATCH, ScriptLine.JOIN_GROUPS);
            case OTHER_RENDEZVOUS -> List.of(ScriptLine.JOIN_GROUPS);
            case OTHER_OPERATION, OTHER_SIZE, OTHER_TYPE, OTHER_ROOT, OTHER_REDUCTION, OTHER_SPLITS ->
                List.of(faultyCall.call().site());
            // The culprit has no line for an omitted call; where it is instead depends on what follows.
            case SKIPPED,
                    SKIPPED_CHECKPOINT,
                    SKIPPED_EVALUATION,
                    LOST_SEND,
                    LOST_RECEIVE,
                    KILL,
                    NONE,
                    STALL,
                    STRAGGLER -> List.of();
        };
    }

    /** Returns what is wrong with a verdict, one line per point; empty if nothing is. {@code extension} is that of {@link #lines}. */
    public List<String> misses(AnalyzerResult result, String extension) {
        List<String> misses = new ArrayList<>();
        if (!verdicts.contains(result.verdict())) {
            misses.add("verdict: expected " + verdicts + ", was " + result.verdict());
        }
        if (!culprits.contains(result.culprits())) {
            misses.add("culprits: expected " + culprits + ", was " + result.culprits());
        }
        if (!result.culprits().isEmpty()) {
            if (!causes.isEmpty() && !causes.contains(result.cause())) {
                misses.add("cause: expected " + causes + ", was " + result.cause());
            }
            if (!sites.isEmpty() && lines(extension).stream().noneMatch(result::names)) {
                misses.add("line: expected " + lines(extension) + ", was " + result.summary());
            }
        }
        return misses;
    }

    /** Returns the lines that may be named, in source files with this extension, such as {@code Trainer.java:41}. */
    public List<String> lines(String extension) {
        return sites.stream()
                .map(site -> site.line().file(extension) + ":" + site.line().number())
                .toList();
    }
}
