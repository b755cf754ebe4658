package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.Misplaced;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.MisplacedArgument;
import dev.rollcall.analyzer.model.MisplacedArgument.What;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.List;
import java.util.Map;

/** Memory or a stream of another device than it should be, in words. */
final class MisplacedText implements FindingTemplate {
    private final Subject subject;
    private final Map<Integer, MisplacedArgument> found;
    private final MisplacedArgument first;

    MisplacedText(Subject subject, Misplaced details) {
        this.subject = subject;
        this.found = details.byRank();
        this.first = found.values().iterator().next();
    }

    @Override
    public String summary() {
        String function = first.operation().function().isEmpty()
                ? "an operation"
                : first.operation().function();
        String where = CopyTally.device(first.operation().device());
        String other = CopyTally.device(first.device());
        String given = first.what() == What.STREAM
                ? "a stream of " + other
                : (first.argument() == 0 ? "memory" : "argument " + first.argument() + " in the memory") + " of "
                        + other;
        List<Integer> ranks = List.copyOf(found.keySet());
        return new Sentence(Wording.capital(subject.who(ranks)))
                .with(Wording.either(ranks, " gives ", " give ") + function + " on " + where + " " + given)
                .with(Wording.shortAt(first.operation().stack()))
                .toString();
    }

    @Override
    public String detail() {
        String reach = first.what() == What.STREAM
                ? "The library refuses that."
                : CopyTally.device(first.operation().device())
                        + " cannot reach that memory, for instance because peer access is not enabled.";
        int rank = found.keySet().iterator().next();
        boolean owned = subject.aligned().job().rank(rank).devices().owns(first.operation());
        return reach
                + (owned || first.operation().thread().isEmpty()
                        ? ""
                        : " The thread `" + first.operation().thread() + "` makes the calls of no single rank.")
                + (found.size() > 1 ? " The devices are those of rank " + rank + "." : "");
    }

    @Override
    public String settles() {
        return "Run the job once with the agent's option sync=each: it shows whether this operation fails.";
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(Cause.WRONG_DEVICE);
    }

    @Override
    public List<Evidence> evidence() {
        return found.entrySet().stream()
                .map(each -> Evidence.of(each.getKey(), each.getValue().operation(), "cannot reach what it is given"))
                .toList();
    }
}
