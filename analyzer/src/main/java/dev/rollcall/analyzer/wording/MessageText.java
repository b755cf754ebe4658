package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.Message;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;

/** A send or receive without its other half, in words. */
final class MessageText implements FindingTemplate {
    private final Subject subject;
    private final Message message;

    MessageText(Subject subject, Message message) {
        this.subject = subject;
        this.message = message;
    }

    @Override
    public String summary() {
        Wait wait = message.fault().half();
        int peer = message.fault().peer();
        boolean receives = wait.call().signature().traits().receives();
        String place = Wording.shortAt(wait.call().stack());
        if (message.stray() != null) {
            int to = wait.communicator()
                    .members()
                    .get(message.stray().signature().peer());
            return new Sentence(subject.beginning())
                    .with((receives ? "sends to rank " : "receives from rank ") + to
                            + Wording.shortAt(message.stray().stack()) + ", but rank " + wait.rank()
                            + (receives ? " waits to receive from it" : " waits to send to it"))
                    .withOptional(place)
                    .toString();
        }
        String verb = receives ? "receives from" : "sends to";
        String lacks = message.tag() >= 0
                ? ", which " + (receives ? "sends" : "receives") + " with tag " + message.tag()
                : receives ? ", which never sends" : ", which never receives";
        if (subject.named().equals(List.of(peer)) && message.tag() < 0) {
            return new Sentence(subject.beginning())
                    .with(
                            receives
                                    ? "never sends what rank " + wait.rank() + " receives"
                                    : "never receives what rank " + wait.rank() + " sends")
                    .with(place)
                    .withOptional(instead())
                    .toString();
        }
        String who = subject.suspects()
                ? subject.beginning() + "rank " + wait.rank()
                : Wording.capital(subject.who(List.of(wait.rank())));
        return new Sentence(who + " ")
                .with(verb + " rank " + peer
                        + (message.tag() >= 0
                                ? " with tag " + wait.call().signature().tag()
                                : "") + place)
                .with(lacks)
                .withOptional(instead())
                .toString();
    }

    private String instead() {
        Wait peer = message.peerWait();
        return peer == null
                ? ""
                : ": it waits in " + Wording.operationOn(peer)
                        + Wording.shortAt(peer.call().stack());
    }

    @Override
    public String waits() {
        Wait wait = message.fault().half();
        String own = WaitText.of(List.of(wait.rank()), "", subject.aligned());
        String peer = message.peerWait() == null
                ? ""
                : WaitText.of(List.of(message.peerWait().rank()), "", subject.aligned());
        return peer.isEmpty() ? own : own + " " + peer;
    }

    @Override
    public List<Evidence> evidence() {
        Wait wait = message.fault().half();
        Evidence own = new Evidence(wait.rank(), wait.call(), "has no match");
        int peer = message.fault().peer();
        if (message.stray() != null) {
            return List.of(new Evidence(peer, message.stray(), "has no match"), own);
        }
        Call peersCall = message.fault().peersCall();
        String note = message.peerWait() != null
                ? "waits in it instead"
                : peersCall == null ? "made no call on this communicator" : "its last call";
        return List.of(own, new Evidence(peer, peersCall, note));
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }
}
