package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.UnequalMessage;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A send whose receive is of another size. Which half is wrong is told by the size that messages there had before; where that
 * tells nothing, both are named.
 */
final class UnequalSendRecv implements Rule {

    @Override
    public Cause cause() {
        return Cause.UNMATCHED_SEND_RECV;
    }

    @Override
    public String evidence() {
        return "sends and receives whose sizes are known on both sides";
    }

    @Override
    public Answer examine(Situation situation) {
        List<UnequalMessage> unequal = situation.waits().unequal();
        return unequal.isEmpty()
                ? new Answer.Fine()
                : new Answer.Found(unequal.stream().map(this::finding).toList(), Set.of());
    }

    private Finding finding(UnequalMessage message) {
        boolean decided = message.odd() >= 0;
        Set<Integer> ranks = decided ? Set.of(message.odd()) : new TreeSet<>(List.of(message.from(), message.to()));
        Evidence sent = new Evidence(message.from(), message.sent(), "sends this much");
        Evidence received = new Evidence(message.to(), message.received(), "expects this much");
        String which = message.odd() == message.from()
                ? " Every other message has the size of the receive."
                : decided
                        ? " Every other message has the size of the send."
                        : " Nothing in the traces says which is wrong.";
        return new Finding(
                cause(),
                Severity.CULPRIT,
                List.copyOf(ranks),
                message.communicator(),
                message.sent().sequence(),
                "Rank " + message.from() + " sends " + size(message.sent().signature()) + " to rank " + message.to()
                        + Wording.at(message.sent().stack()) + ", which receives "
                        + size(message.received().signature())
                        + Wording.at(message.received().stack()) + "." + which,
                "A receive must have the size of its send. If the sizes differ, it never returns, aborts, or returns a part of the"
                        + " data, depending on the library.",
                "Send and receive the same shape and type: exchange the shape first where it varies.",
                null,
                message.odd() == message.to() ? List.of(received, sent) : List.of(sent, received));
    }

    private static String size(Signature signature) {
        long count = signature.count() >= 0 ? signature.count() : signature.outputCount();
        return Wording.grouped(count)
                + (signature.elementType() == null ? " elements" : " × " + signature.elementType());
    }
}
