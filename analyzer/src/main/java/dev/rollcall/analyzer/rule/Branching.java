package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Adds to what was found the condition in the code that sent the ranks different ways. */
final class Branching {
    /** Of these the evidence is no call that a condition would have kept ranks from. */
    private static final Set<Cause> ELSEWHERE = EnumSet.of(
            Cause.STRAGGLER, Cause.GPU_STUCK, Cause.TRANSPORT_STALLED, Cause.UNMATCHED_SEND_RECV, Cause.COPY_CORRUPTED);

    private static final Set<Cause> VALUES = EnumSet.of(
            Cause.SIZE_MISMATCH,
            Cause.DTYPE_MISMATCH,
            Cause.ROOT_MISMATCH,
            Cause.REDUCE_OP_MISMATCH,
            Cause.SPLIT_MISMATCH);

    private static final List<Matter> ABOUT_CALLS = List.of(Matter.CALL);
    private static final List<Matter> ABOUT_VALUES = List.of(Matter.CALL, Matter.ARGUMENTS);

    private final CodeStructure code;

    Branching(CodeStructure code) {
        this.code = code;
    }

    /** Returns a verdict with its branches, as far as the code tells. */
    Verdict explain(Verdict verdict) {
        if (verdict.findings().isEmpty()) {
            return verdict;
        }
        List<Finding> findings = verdict.findings().stream()
                .map(finding -> explain(finding, verdict.job()))
                .toList();
        String root = verdict.findings().get(0).summary();
        return new Verdict(
                verdict.job(),
                verdict.outcome(),
                verdict.culprits(),
                verdict.summary().startsWith(root)
                        ? findings.get(0).summary() + verdict.summary().substring(root.length())
                        : verdict.summary(),
                findings);
    }

    private Finding explain(Finding finding, Job job) {
        if (ELSEWHERE.contains(finding.cause()) || finding.branch() != null) {
            return finding;
        }
        if (finding.cause() == Cause.RANK_ABSENT) {
            CallStack end = job.rank(finding.ranks().get(0)).ending().stack();
            return fork(end, Matter.END).map(fork -> with(finding, fork, end)).orElse(finding);
        }
        for (Matter matter : VALUES.contains(finding.cause()) ? ABOUT_VALUES : ABOUT_CALLS) {
            for (boolean named : new boolean[] {true, false}) {
                for (Evidence each : finding.evidence()) {
                    boolean asked = finding.ranks().contains(each.rank()) == named && each.call() != null;
                    Optional<Fork> fork = asked ? fork(each.call().stack(), matter) : Optional.empty();
                    fork = fork.filter(found -> decides(found, each.call(), finding));
                    if (fork.isPresent()) {
                        return with(finding, fork.get(), each.call().stack());
                    }
                }
            }
        }
        return finding;
    }

    /**
     * Returns whether a fork explains a call of a finding. One over arguments does if other ranks made the same call with others:
     * it says nothing of a call that is there too often, or not at all.
     */
    private static boolean decides(Fork fork, Call call, Finding finding) {
        return fork.effect() != Effect.VALUE
                || finding.evidence().stream()
                        .map(Evidence::call)
                        .anyMatch(other -> other != null
                                && other.stack().path().equals(call.stack().path())
                                && other.signature()
                                        .operation()
                                        .equals(call.signature().operation())
                                && !other.signature().equals(call.signature()));
    }

    private Optional<Fork> fork(CallStack stack, Matter matter) {
        return stack.path().isEmpty() ? Optional.empty() : code.fork(stack.path(), matter);
    }

    private static Finding with(Finding f, Fork fork, CallStack stack) {
        String summary = f.summary();
        for (String place : List.of(Wording.at(stack), Wording.place(stack), end(stack))) {
            int found = place.isEmpty() ? -1 : summary.indexOf(place);
            if (found >= 0) {
                int end = found + place.length();
                summary = summary.substring(0, end) + words(fork, stack) + summary.substring(end);
                break;
            }
        }
        return new Finding(
                f.cause(),
                f.severity(),
                f.ranks(),
                f.communicator(),
                f.sequence(),
                summary,
                f.explanation(),
                f.remedy(),
                new Branch(fork.file(), fork.line(), fork.condition()),
                f.evidence());
    }

    /** Returns {@code  at Trainer.java:57}, as a process's end is told. */
    private static String end(CallStack stack) {
        return stack.siteFrame() == null ? "" : " at " + stack.siteFrame().place();
    }

    /** Returns {@code , inside `if (rank == 0)` (line 86)}. */
    private static String words(Fork fork, CallStack stack) {
        String how = switch (fork.effect()) {
            case INSIDE -> ", inside `if (" + fork.condition() + ")`";
            case PAST -> ", past `if (" + fork.condition() + ")`";
            case LOOP -> ", in the loop over `" + fork.condition() + "`";
            case VALUE -> ", with arguments that depend on `" + fork.condition() + "`";
        };
        boolean sameFile = stack.siteFrame().file().endsWith(fork.file());
        return how
                + (sameFile ? " (line " + fork.line() : " (" + new StackFrame("", "", fork.file(), fork.line()).place())
                + ")";
    }
}
