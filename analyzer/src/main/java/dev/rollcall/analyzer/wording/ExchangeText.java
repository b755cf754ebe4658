package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.List;
import java.util.Map;

/** An all_to_all whose sizes do not add up, in words. */
final class ExchangeText implements FindingTemplate {
    private static final int MOST_SHOWN = 4;

    private final Subject subject;
    private final Map<Integer, Call> calls;

    ExchangeText(Subject subject, Map<Integer, Call> calls) {
        this.subject = subject;
        this.calls = calls;
    }

    private Call shown() {
        return calls.get(subject.incident().ranks().get(0));
    }

    private boolean decided() {
        return !subject.incident().others().isEmpty();
    }

    @Override
    public String summary() {
        String place = subject.communicator() + Wording.shortAt(shown().stack());
        return decided()
                ? new Sentence(subject.beginning())
                        .with("sends " + sizes(shown(), "receives") + " in all_to_all on " + place)
                        .toString()
                : new Sentence(
                                subject.suspects() && !subject.named().isEmpty()
                                        ? subject.beginning() + "all ranks"
                                        : "All ranks")
                        .with(" together send " + Wording.grouped(sent()) + " elements and receive "
                                + Wording.grouped(received()) + " in all_to_all on " + place)
                        .toString();
    }

    @Override
    public String detail() {
        return decided()
                ? Wording.ranks(subject.incident().others()) + " send "
                        + sizes(calls.get(subject.incident().others().get(0)), "receive")
                        + "; all ranks together send " + Wording.grouped(sent()) + " elements and receive "
                        + Wording.grouped(received()) + "."
                : "Nothing in the evidence shows whose splits are wrong.";
    }

    private long sent() {
        return calls.values().stream()
                .mapToLong(call -> call.signature().count())
                .sum();
    }

    private long received() {
        return calls.values().stream()
                .mapToLong(call -> call.signature().outputCount())
                .sum();
    }

    private static String sizes(Call call, String receives) {
        return Wording.grouped(call.signature().count()) + " and " + receives + " "
                + Wording.grouped(call.signature().outputCount());
    }

    @Override
    public List<Evidence> evidence() {
        List<Integer> shown = decided()
                ? List.of(
                        subject.incident().ranks().get(0),
                        subject.incident().others().get(0))
                : List.copyOf(calls.keySet());
        return shown.stream()
                .limit(MOST_SHOWN)
                .map(rank -> new Evidence(rank, calls.get(rank), "sends " + sizes(calls.get(rank), "receives")))
                .toList();
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }
}
