package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.IncidentDetails.Results;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.ArrayList;
import java.util.List;

/** A call whose ranks received different results, in words. */
final class ResultText implements FindingTemplate {
    private static final int MOST_SHOWN = 4;

    private final Subject subject;
    private final Results results;

    ResultText(Subject subject, Results results) {
        this.subject = subject;
        this.results = results;
    }

    private Call shown() {
        return results.calls().get(subject.incident().ranks().get(0));
    }

    @Override
    public String summary() {
        String call = shown().signature().operation() + ", call "
                + Wording.grouped(results.result().sequence()) + " on " + subject.communicator();
        Sentence sentence;
        if (subject.is(Fact.ONE_SIDE)) {
            String they = !subject.suspects() ? "" : subject.named().size() == 1 ? "it " : "they ";
            sentence =
                    new Sentence(subject.beginning()).with(they + "received another result than the others: " + call);
        } else if (subject.is(Fact.EITHER_SIDE)) {
            sentence = new Sentence(subject.beginning()).with("their results differ: " + call);
        } else {
            sentence = new Sentence("All ranks").with(" received different results: " + call);
        }
        return sentence.with(Wording.shortAt(shown().stack())).toString();
    }

    @Override
    public String detail() {
        List<List<Integer>> groups = results.result().groups();
        StringBuilder text = new StringBuilder();
        for (List<Integer> group : groups) {
            if (group.size() > 1) {
                text.append(Wording.ranks(group)).append(" have equal results. ");
            }
        }
        int root = shown().signature().root();
        List<Integer> members = subject.incident().communicator().members();
        if (root >= 0) {
            text.append("The root is rank ")
                    .append(root < members.size() && members.get(root) >= 0 ? members.get(root) : root)
                    .append(". ");
        }
        if (results.compared() == 1) {
            return text + "It is the only result on " + subject.communicator() + " that was compared.";
        }
        text.append("Of ")
                .append(Wording.grouped(results.compared()))
                .append(" compared results on ")
                .append(subject.communicator())
                .append(", ")
                .append(
                        results.differing() == 1
                                ? "this one differs."
                                : Wording.grouped(results.differing()) + " differ; this is the first.");
        return text.toString();
    }

    @Override
    public String settles() {
        return "Run again with results=checksum: a faulty device, host or link gives the same rank wrong results again. Where a rank"
                + " may write to the buffer while the call is under way, look at the code between the call and its wait.";
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }

    @Override
    public List<Evidence> evidence() {
        List<Integer> shown = new ArrayList<>(subject.incident().ranks());
        shown = new ArrayList<>(shown.subList(0, Math.min(MOST_SHOWN, shown.size())));
        shown.addAll(subject.incident().others().subList(0, 1));
        return shown.stream()
                .map(rank -> new Evidence(
                        rank,
                        results.calls().get(rank),
                        "the checksum of its result is "
                                + String.format("%016x", results.result().sums().get(rank))))
                .toList();
    }
}
