package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.MessageSizes;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.UnequalMessage;
import java.util.List;

/** A send and its receive that differ in size, in words. */
final class MessageSizeText implements FindingTemplate {
    private final Subject subject;
    private final UnequalMessage message;

    MessageSizeText(Subject subject, MessageSizes sizes) {
        this.subject = subject;
        this.message = sizes.message();
    }

    @Override
    public String summary() {
        return new Sentence("Rank " + message.from()
                        + RankHosts.of(
                                List.of(message.from()), subject.aligned().job()) + " ")
                .with("sends " + Wording.size(message.sent().signature()) + " to rank " + message.to())
                .withOptional(Wording.shortAt(message.sent().stack()))
                .with(", which receives " + Wording.size(message.received().signature()))
                .withOptional(Wording.shortAt(message.received().stack()))
                .toString();
    }

    @Override
    public String detail() {
        int odd = message.odd();
        return odd < 0
                ? "Nothing in the evidence shows which size is wrong."
                : "Every other message has the size of the " + (odd == message.from() ? "receive." : "send.");
    }

    @Override
    public List<Evidence> evidence() {
        Evidence sent = new Evidence(message.from(), message.sent(), "sends this much");
        Evidence received = new Evidence(message.to(), message.received(), "expects this much");
        return message.odd() == message.to() ? List.of(received, sent) : List.of(sent, received);
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }
}
