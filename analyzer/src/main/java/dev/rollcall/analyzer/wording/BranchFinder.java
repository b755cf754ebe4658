package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the condition in the code that sent the ranks of a finding different ways. */
final class BranchFinder {
    /** Causes whose evidence is no call that a condition would have kept ranks from. */
    private static final Set<Cause> ELSEWHERE = EnumSet.of(
            Cause.STRAGGLER,
            Cause.GPU_STUCK,
            Cause.TRANSPORT_STALLED,
            Cause.UNMATCHED_SEND_RECV,
            Cause.COPY_CORRUPTED,
            Cause.WRONG_DEVICE,
            Cause.SHARED_DEVICE,
            Cause.DEVICE_ERROR,
            Cause.BUFFER_RETAINED,
            Cause.RESULT_MISMATCH);

    private static final Set<Cause> VALUES = EnumSet.of(
            Cause.SIZE_MISMATCH,
            Cause.DTYPE_MISMATCH,
            Cause.ROOT_MISMATCH,
            Cause.REDUCE_OP_MISMATCH,
            Cause.SPLIT_MISMATCH,
            Cause.SPLIT_WORLD);

    private static final List<Matter> ABOUT_CALLS = List.of(Matter.CALL);
    private static final List<Matter> ABOUT_VALUES = List.of(Matter.CALL, Matter.ARGUMENTS);

    private BranchFinder() {}

    /** Returns the condition; null where the code shows none. */
    static Fork find(Cause cause, List<Integer> named, List<Evidence> evidence, AlignedJob aligned) {
        if (ELSEWHERE.contains(cause)) {
            return null;
        }
        if (cause == Cause.RANK_ABSENT) {
            Ending ending = named.isEmpty()
                    ? Ending.UNKNOWN
                    : aligned.job().rank(named.get(0)).ending();
            // Where another thread stopped the process shows nothing of the rank's way.
            CallStack end = ending.isStopped() ? CallStack.UNKNOWN : ending.stack();
            return fork(end, Matter.END, aligned).orElse(null);
        }
        for (Matter matter : VALUES.contains(cause) ? ABOUT_VALUES : ABOUT_CALLS) {
            for (boolean ofNamed : sides(cause)) {
                for (Evidence each : evidence) {
                    boolean asked = named.contains(each.rank()) == ofNamed && each.call() != null;
                    Optional<Fork> fork = asked ? fork(each.call().stack(), matter, aligned) : Optional.empty();
                    fork = fork.filter(found -> decides(found, each, named, evidence));
                    if (fork.isPresent()) {
                        return fork.get();
                    }
                }
            }
        }
        return VALUES.contains(cause) ? null : parting(cause, named, evidence, aligned);
    }

    /** Returns a condition on which the ranks that are named and the others parted although the code does not show that it differs. */
    private static Fork parting(Cause cause, List<Integer> named, List<Evidence> evidence, AlignedJob aligned) {
        for (boolean ofNamed : sides(cause)) {
            List<StackFrame> way = site(ofNamed, named, evidence);
            List<StackFrame> other = site(!ofNamed, named, evidence);
            Optional<Fork> fork = way.isEmpty() || other.isEmpty()
                    ? Optional.empty()
                    : aligned.code().parting(way, other);
            // That all the others caught an exception is no explanation.
            Effect unlikely = ofNamed ? Effect.TRIED : Effect.CAUGHT;
            fork = fork.filter(found -> found.effect() != unlikely);
            if (fork.isPresent()) {
                return fork.get();
            }
        }
        return null;
    }

    private static List<StackFrame> site(boolean ofNamed, List<Integer> named, List<Evidence> evidence) {
        return evidence.stream()
                .filter(each -> named.contains(each.rank()) == ofNamed && each.call() != null)
                .map(each -> each.call().stack().sitePath())
                .filter(path -> !path.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /**
     * Returns whose calls a condition may be about, the first choice first: whether those of the ranks that are named. It explains
     * a call too many only if it decides that call, and a skipped one only if it decides the call that the others made.
     */
    private static List<Boolean> sides(Cause cause) {
        return switch (cause) {
            case EXTRA_COLLECTIVE -> List.of(true);
            case SKIPPED_COLLECTIVE -> List.of(false);
            default -> List.of(true, false);
        };
    }

    /**
     * Whether a fork explains a call. One over arguments does if other ranks made the same call with others: it does not explain
     * a call that is one too many, or missing. The arguments of a creation are not in its signature, but ranks that create one
     * communicator in two places gave different ones.
     */
    private static boolean decides(Fork fork, Evidence shown, List<Integer> named, List<Evidence> evidence) {
        return fork.effect() != Effect.VALUE
                || evidence.stream()
                        .filter(other -> other.call() != null)
                        .anyMatch(other -> sameCall(shown.call(), other.call())
                                && (!other.call()
                                                .signature()
                                                .equals(shown.call().signature())
                                        || shown.call().sequence() == 0
                                                && named.contains(shown.rank()) != named.contains(other.rank())));
    }

    private static boolean sameCall(Call one, Call other) {
        return other.stack().path().equals(one.stack().path())
                && other.signature().operation().equals(one.signature().operation());
    }

    private static Optional<Fork> fork(CallStack stack, Matter matter, AlignedJob aligned) {
        return stack.path().isEmpty() ? Optional.empty() : aligned.code().fork(stack.path(), matter);
    }
}
