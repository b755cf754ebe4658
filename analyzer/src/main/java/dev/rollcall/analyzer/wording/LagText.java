package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.align.CompletionLag;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Cause;
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

    private boolean ahead() {
        return subject.is(Fact.MOST_LACK);
    }

    @Override
    public String summary() {
        Call call = lag.call();
        if (ahead()) {
            List<Integer> few = subject.incident().others();
            return new Sentence(subject.beginning())
                    .with("call " + Wording.grouped(call.sequence()) + " on " + subject.communicator() + " completed "
                            + Wording.either(few, "there", "on them") + " alone")
                    .with("; " + Wording.shortRanks(ranks())
                            + Wording.either(ranks(), " still waits in it", " still wait in it"))
                    .withOptional(Wording.shortAt(call.stack()))
                    .toString();
        }
        if (!sameCall()) {
            return new Sentence(subject.named().isEmpty() ? Wording.ranks(ranks()) + ": " : subject.beginning())
                    .with(Wording.either(ranks(), "it waits", "they wait") + " in "
                            + call.signature().operation() + ", call " + Wording.grouped(call.sequence()) + " on "
                            + subject.communicator())
                    .with(Wording.shortAt(call.stack()))
                    .withOptional("; " + Wording.shortRanks(subject.incident().others())
                            + Wording.either(subject.incident().others(), " is", " are") + " past that call")
                    .toString();
        }
        return new Sentence(subject.named().isEmpty() ? Wording.ranks(ranks()) + ": " : subject.beginning())
                .with("call " + Wording.grouped(call.sequence()) + " on " + subject.communicator()
                        + Wording.shortAt(call.stack()) + " is pending "
                        + Wording.either(ranks(), "there", "on them") + " and completed on "
                        + Wording.shortRanks(subject.incident().others()))
                .toString();
    }

    @Override
    public String detail() {
        if (ahead() || sameCall()) {
            return "";
        }
        return "Either only " + Wording.shortRanks(ranks())
                + Wording.either(ranks(), " makes call ", " make call ")
                + Wording.grouped(lag.call().sequence())
                + " there, or " + Wording.either(ranks(), "its device is", "their devices are") + " stuck.";
    }

    @Override
    public String waits() {
        return WaitText.of(ahead() ? ranks() : subject.incident().others(), "", subject.aligned());
    }

    /** Whether the peers are known to have made the same call. */
    private boolean sameCall() {
        return subject.cause() == Cause.GPU_STUCK;
    }

    @Override
    public String settles() {
        if (ahead()) {
            return "The code of " + Wording.lowerRanks(subject.incident().others())
                    + " before this call shows whether a collective there is one that the others do not make.";
        }
        if (!sameCall()) {
            return "The flight-recorder dump of any of "
                    + Wording.lowerRanks(subject.incident().others()) + " shows what call "
                    + Wording.grouped(lag.call().sequence()) + " was there.";
        }
        return "Look at what " + Wording.lowerRanks(ranks()) + " queued before the call, and at "
                + Wording.either(ranks(), "its device", "their devices")
                + " (nvidia-smi, dmesg). A second dump of all ranks shows whether "
                + Wording.either(ranks(), "it is", "they are") + " still behind.";
    }

    @Override
    public CauseAdvice advice() {
        if (ahead()) {
            return CauseAdvice.of(Cause.EXTRA_COLLECTIVE);
        }
        return sameCall() ? CauseAdvice.of(subject.cause()) : CauseAdvice.LAG_OR_EXTRA;
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        if (ahead()) {
            evidence.addAll(WaitText.evidence(subject.incident().others(), subject.aligned()));
        }
        evidence.add(new Evidence(lag.rank(), lag.call(), sameCall() ? "pending, completed elsewhere" : "waits in it"));
        evidence.addAll(WaitText.evidence(
                ranks().stream()
                        .filter(rank -> rank != lag.rank())
                        .limit(MOST_SHOWN)
                        .toList(),
                subject.aligned()));
        return evidence;
    }
}
