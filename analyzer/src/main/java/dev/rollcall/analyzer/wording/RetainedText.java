package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.Buffers;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.RetainedMemory.Exhaustion;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.List;

/** Buffers that stay allocated after their calls, in words. */
final class RetainedText implements FindingTemplate {
    private final Subject subject;
    private final HeldBuffers held;
    private final Moment most;
    private final Exhaustion exhaustion;
    private final int rank;

    RetainedText(Subject subject, Buffers details) {
        this.subject = subject;
        this.held = details.buffers();
        this.most = held.most();
        this.exhaustion = details.exhaustion();
        this.rank = details.rank();
    }

    @Override
    public String summary() {
        String steps = Wording.grouped(most.steps()) + (most.steps() == 1 ? " step" : " steps");
        if (exhaustion != null) {
            return new Sentence(Wording.capital(subject.who(subject.incident().ranks())) + " ran out of memory: ")
                    .with(buffers() + Wording.shortAt(held.stack()) + " hold " + NumberText.bytes(most.bytes()))
                    .withOptional(" up to " + steps + " after the calls")
                    .toString();
        }
        if (heldByStream()) {
            return new Sentence(Wording.capital(buffers()) + Wording.shortAt(held.stack()))
                    .with(" cannot be reused after the program freed them")
                    .withOptional(
                            ": " + Wording.grouped(most.buffers()) + " buffers, " + NumberText.bytes(most.bytes()))
                    .withOptional(", wait for a stream")
                    .toString();
        }
        return new Sentence(Wording.capital(buffers()) + Wording.shortAt(held.stack()))
                .with((released() ? " stayed" : " stay") + " allocated up to " + steps + " after the calls")
                .withOptional(": " + Wording.grouped(most.buffers()) + " buffers, " + NumberText.bytes(most.bytes()))
                .withOptional(holder())
                .toString();
    }

    private boolean heldByStream() {
        return held.holder() == HeldBuffers.Holder.STREAM;
    }

    private boolean released() {
        return held.last().buffers() == 0;
    }

    private String buffers() {
        return (held.use() == HeldBuffers.Use.INPUT ? "inputs" : "outputs") + " of "
                + (held.operation().isEmpty() ? "collectives" : held.operation());
    }

    private String holder() {
        return switch (held.holder()) {
            case WORK -> ", held by works that are not closed";
            case TENSOR -> ", held by tensors that are not closed";
            case ALLOCATION -> ", not freed";
            case STREAM, UNKNOWN -> "";
        };
    }

    @Override
    public String detail() {
        List<Integer> ranks = subject.incident().ranks();
        if (exhaustion != null) {
            return "Rank " + rank + " lacked " + NumberText.bytes(exhaustion.bytes())
                    + (exhaustion.stack().siteFrame() == null
                            ? ""
                            : " at " + exhaustion.stack().siteFrame().place())
                    + ", less than these buffers hold.";
        }
        return (ranks.size() == 1
                        ? "Seen on rank " + rank
                        : "Seen on " + Wording.lowerRanks(ranks) + ", most on rank " + rank)
                + (released() ? "; they were released together later." : ".");
    }

    @Override
    public List<Evidence> evidence() {
        return List.of();
    }

    @Override
    public CauseAdvice advice() {
        return heldByStream() ? CauseAdvice.HELD_BY_STREAM : CauseAdvice.of(subject.cause());
    }
}
