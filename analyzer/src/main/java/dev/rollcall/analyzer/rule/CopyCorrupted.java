package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Copies between or within GPUs delivered something else than their sources held, and the library reported success. */
final class CopyCorrupted implements Rule {

    /** From where to where, on one host: ranks that see the same devices share them. */
    private record Way(String host, String source, String destination, boolean rerouted) {
        static Way of(Rank rank, CopyTally copies) {
            return new Way(
                    rank.host(),
                    copies.sourceId().isEmpty() ? "" + copies.source() : copies.sourceId(),
                    copies.destinationId().isEmpty() ? "" + copies.destination() : copies.destinationId(),
                    copies.rerouted());
        }

        Way throughHost() {
            return new Way(host, source, destination, true);
        }
    }

    /** What became of the copies that went one way, and the ranks for which some of them arrived wrong. */
    private static final class Passage {
        private final List<Evidence> first = new ArrayList<>();
        private final Set<Integer> ranks = new TreeSet<>();
        private CopyTally copies;

        private void add(int rank, CopyTally more) {
            copies = copies == null ? more : copies.plus(more);
            if (more.bad() > 0) {
                ranks.add(rank);
                first.add(new Evidence(rank, null, more.firstBadCopy(), ""));
            }
        }

        /** Returns the first bad copy of all. */
        private Evidence evidence() {
            return first.stream()
                    .filter(each -> each.copy() == copies.firstBadCopy())
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Override
    public Cause cause() {
        return Cause.COPY_CORRUPTED;
    }

    @Override
    public String evidence() {
        return "copies whose two sides were compared";
    }

    @Override
    public Answer examine(Situation situation) {
        Map<Way, Passage> passages = new LinkedHashMap<>();
        for (Rank rank : situation.job().ranks()) {
            for (CopyTally copies : rank.copies()) {
                passages.computeIfAbsent(Way.of(rank, copies), way -> new Passage())
                        .add(rank.number(), copies);
            }
        }
        if (passages.values().stream().allMatch(passage -> passage.copies.verified() == 0)) {
            return new Answer.NotApplicable("no copies were verified");
        }
        boolean severalHosts =
                passages.keySet().stream().map(Way::host).distinct().count() > 1;
        List<Finding> findings = new ArrayList<>();
        passages.forEach((way, passage) -> {
            if (passage.copies.bad() > 0) {
                Passage byHost = way.rerouted() ? null : passages.get(way.throughHost());
                findings.add(finding(passage, byHost == null ? null : byHost.copies, severalHosts ? way.host() : ""));
            }
        });
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    private Finding finding(Passage passage, CopyTally byHost, String host) {
        CopyTally copies = passage.copies;
        return new Finding(
                cause(),
                Severity.CULPRIT,
                List.copyOf(passage.ranks),
                null,
                0,
                summary(copies, byHost, host),
                "Rollcall compared checksums of both sides of these copies, in stream order, and the source did not change"
                        + " meanwhile. The library reported success, but everything computed from the destination is wrong. "
                        + outcome(copies),
                "Avoid this path between the devices: the agent's option corrupt=reroute copies through the host's memory,"
                        + " and corrupt=throw stops the job at the first bad copy. rollcall probe tests every pair of GPUs of a"
                        + " host. Check the host's settings for peer access (nvidia-smi topo -m; IOMMU and PCIe ACS), and take"
                        + " the host out of service if NVLink or a GPU reports errors.",
                null,
                List.of(passage.evidence()));
    }

    private static String summary(CopyTally copies, CopyTally byHost, String host) {
        BadCopy first = copies.firstBadCopy();
        String way = copies.source() == copies.destination()
                ? CopyTally.device(copies.source()) + " itself"
                : CopyTally.device(copies.source()) + " → " + CopyTally.device(copies.destination());
        String where = host.isEmpty() ? "" : " on " + host;
        String through = copies.rerouted() ? " through the host's memory" : "";
        boolean alike = copies.count(first.verdict()) == copies.bad();
        String rest = byHost == null || byHost.verified() == 0
                ? ""
                : byHost.bad() == 0
                        ? "; the same data through the host's memory arrived intact"
                        : "; through the host's memory " + Wording.grouped(byHost.bad()) + " of "
                                + Wording.grouped(byHost.verified()) + " also arrived wrong";
        return way + where + " delivers " + what(alike ? first.verdict() : "") + through + ": "
                + Wording.grouped(copies.bad()) + " of " + Wording.grouped(copies.verified())
                + " verified copies " + how(alike ? first.verdict() : "") + " (first: "
                + first.size() + ", " + first.function() + Wording.at(first.stack()) + ")" + rest + ".";
    }

    private static String what(String verdict) {
        return switch (verdict) {
            case "zeroed" -> "zeros";
            case "stale" -> "nothing";
            case "partial" -> "a part of the data";
            case "permuted" -> "the data in another order";
            default -> "wrong data";
        };
    }

    private static String how(String verdict) {
        return switch (verdict) {
            case "zeroed" -> "arrived as zeros";
            case "stale" -> "did not arrive: the destination kept its old contents";
            case "partial" -> "arrived in part";
            case "permuted" -> "arrived in another order";
            case "damaged" -> "arrived damaged";
            default -> "arrived wrong";
        };
    }

    private static String outcome(CopyTally copies) {
        StringBuilder text = new StringBuilder("Results of ")
                .append(Wording.grouped(copies.verified()))
                .append(" verified copies: ");
        List<String> parts = new ArrayList<>();
        copies.verdicts().entrySet().stream()
                .filter(each -> !each.getKey().equals(CopyTally.NOT_VERIFIED)
                        && !each.getKey().equals(CopyTally.SOURCE_CHANGED))
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> parts.add(Wording.grouped(each.getValue()) + " " + each.getKey()));
        text.append(String.join(", ", parts)).append(". The first bad copy is wrong from byte ");
        return text.append(Wording.grouped(copies.firstBadCopy().firstBad()))
                .append(" on.")
                .toString();
    }
}
