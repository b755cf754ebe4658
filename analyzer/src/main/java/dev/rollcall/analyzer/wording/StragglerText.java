package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.LateCalls;
import dev.rollcall.analyzer.model.DurationText;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.List;

/** A rank that is late in nearly every step, in words. */
final class StragglerText implements FindingTemplate {
    private final Subject subject;
    private final LateCalls calls;

    StragglerText(Subject subject, LateCalls calls) {
        this.subject = subject;
        this.calls = calls;
    }

    @Override
    public String summary() {
        return new Sentence(Wording.capital(subject.who(subject.incident().ranks())))
                .with(" is late in " + Wording.grouped(calls.late()) + " of the last " + Wording.grouped(calls.of())
                        + " calls" + Wording.shortAt(calls.last().stack()) + " on " + subject.communicator())
                .withOptional(", usually " + DurationText.of(calls.usual()) + " after all others")
                .toString();
    }

    @Override
    public String detail() {
        return "The others wait for it each time.";
    }

    @Override
    public List<Evidence> evidence() {
        return List.of(new Evidence(subject.incident().ranks().get(0), calls.last(), "waited least"));
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }
}
