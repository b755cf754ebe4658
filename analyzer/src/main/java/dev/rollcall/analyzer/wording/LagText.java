package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.align.CompletionLag;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.ArrayList;
import java.util.List;

/** A call that is pending on some ranks and completed on others, in words. */
final class LagText implements FindingTemplate {
    private static final int MOST_SHOWN = 4;

    private final Subject subject;
    private final CompletionLag lag;

    LagText(Subject subject, CompletionLag lag) {
        this.subject = subject;
        this.lag = lag;
    }

    private List<Integer> ranks() {
        return subject.incident().ranks();
    }

    @Override
    public String summary() {
        Call call = lag.call();
        return new Sentence(subject.named().isEmpty() ? Wording.ranks(ranks()) + ": " : subject.beginning())
                .with("call " + Wording.grouped(call.sequence()) + " on " + subject.communicator()
                        + Wording.shortAt(call.stack()) + " is pending "
                        + Wording.either(ranks(), "there", "on them") + " and completed on "
                        + Wording.shortRanks(subject.incident().others()))
                .toString();
    }

    @Override
    public String detail() {
        return WaitText.of(subject.incident().others(), "", subject.aligned());
    }

    @Override
    public String settles() {
        return "Look at what " + Wording.lowerRanks(ranks()) + " queued before the call, and at "
                + Wording.either(ranks(), "its device", "their devices")
                + " (nvidia-smi, dmesg). A second dump of all ranks shows whether "
                + Wording.either(ranks(), "it is", "they are") + " still behind.";
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(lag.rank(), lag.call(), "pending, completed elsewhere"));
        evidence.addAll(WaitText.evidence(
                ranks().stream()
                        .filter(rank -> rank != lag.rank())
                        .limit(MOST_SHOWN)
                        .toList(),
                subject.aligned()));
        return evidence;
    }
}
