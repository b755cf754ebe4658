package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.Copies;
import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Copies that arrived wrong, in words. */
final class CopyText implements FindingTemplate {
    private static final int SHORT_ID = 8;

    private final CopyTally copies;
    private final CopyTally throughHost;
    private final String host;
    private final Evidence evidence;
    private final BadCopy first;
    private final boolean numbered;

    CopyText(Copies details) {
        this.copies = details.copies();
        this.throughHost = details.throughHost();
        this.host = details.host();
        this.evidence = details.first();
        this.first = copies.firstBadCopy();
        this.numbered = details.numbered();
    }

    /** Returns the verdict that all bad copies share; empty where they do not. */
    private String common() {
        return copies.count(first.verdict()) == copies.bad() ? first.verdict() : "";
    }

    @Override
    public String summary() {
        String source = device(copies.source(), copies.sourceId());
        String route = copies.source() == copies.destination()
                ? source + " itself"
                : source + " → " + device(copies.destination(), copies.destinationId());
        return new Sentence(route + (host.isEmpty() ? "" : " on " + host))
                .with(" delivers " + what() + (copies.rerouted() ? " through the host's memory" : "") + ": "
                        + Wording.grouped(copies.bad()) + " of " + Wording.grouped(copies.verified())
                        + " verified copies " + how())
                .toString();
    }

    @Override
    public String detail() {
        String also = throughHost == null || throughHost.verified() == 0
                ? ""
                : throughHost.bad() == 0
                        ? " The same data through the host's memory arrived intact."
                        : " Through the host's memory " + Wording.grouped(throughHost.bad()) + " of "
                                + Wording.grouped(throughHost.verified()) + " also arrived wrong.";
        return "The first bad copy is " + first.size() + " by " + first.function() + Wording.at(first.stack()) + "."
                + also;
    }

    /** Names a device by the beginning of its UUID, as nvidia-smi -L prints it, where ranks number devices differently. */
    private String device(int ordinal, String id) {
        return numbered || id.length() < SHORT_ID ? CopyTally.device(ordinal) : "GPU-" + id.substring(0, SHORT_ID);
    }

    private String what() {
        return switch (common()) {
            case "zeroed" -> "zeros";
            case "stale" -> "nothing";
            case "partial" -> "a part of the data";
            case "permuted" -> "the data in another order";
            default -> "wrong data";
        };
    }

    private String how() {
        return switch (common()) {
            case "zeroed" -> "arrived as zeros";
            case "stale" -> "left the destination's old contents";
            case "partial" -> "arrived in part";
            case "permuted" -> "arrived in another order";
            case "damaged" -> "arrived damaged";
            default -> "arrived wrong";
        };
    }

    @Override
    public CauseAdvice advice() {
        CauseAdvice advice = CauseAdvice.of(Cause.COPY_CORRUPTED);
        return new CauseAdvice(advice.explanation() + " " + tally(), advice.remedy());
    }

    @Override
    public List<Evidence> evidence() {
        return List.of(evidence);
    }

    private String tally() {
        List<String> parts = new ArrayList<>();
        copies.verdicts().entrySet().stream()
                .filter(each -> !each.getKey().equals(CopyTally.NOT_VERIFIED)
                        && !each.getKey().equals(CopyTally.SOURCE_CHANGED))
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> parts.add(Wording.grouped(each.getValue()) + " " + each.getKey()));
        return "Results of " + Wording.grouped(copies.verified()) + " verified copies: " + String.join(", ", parts)
                + ". The first bad copy is wrong from byte " + Wording.grouped(first.firstBad()) + " on.";
    }
}
