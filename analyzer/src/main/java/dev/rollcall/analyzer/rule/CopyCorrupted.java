package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
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
        Map<Way, CopyTally> tallies = new LinkedHashMap<>();
        Map<Way, Set<Integer>> ranks = new LinkedHashMap<>();
        for (Rank rank : situation.job().ranks()) {
            for (CopyTally copies : rank.copies()) {
                Way way = Way.of(rank, copies);
                tallies.merge(way, copies, CopyTally::and);
                if (copies.bad() > 0) {
                    ranks.computeIfAbsent(way, each -> new TreeSet<>()).add(rank.number());
                }
            }
        }
        if (tallies.isEmpty()) {
            return new Answer.NotApplicable("no copies were verified");
        }
        List<Finding> findings = new ArrayList<>();
        boolean severalHosts =
                tallies.keySet().stream().map(Way::host).distinct().count() > 1;
        ranks.forEach((way, whose) -> findings.add(finding(
                List.copyOf(whose),
                tallies.get(way),
                way.rerouted() ? null : tallies.get(way.throughHost()),
                severalHosts ? way.host() : "")));
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    private Finding finding(List<Integer> ranks, CopyTally copies, CopyTally byHost, String host) {
        return new Finding(
                cause(),
                Severity.CULPRIT,
                ranks,
                null,
                0,
                summary(copies, byHost, host),
                "Both sides of these copies were summed in the order of their stream, each on the device that holds it, and the"
                        + " source was the same before and after. The library reported success; whatever was computed from"
                        + " the destination is wrong. " + outcome(copies),
                "Keep the job off this way between devices: corrupt=reroute copies through the host's memory, and"
                        + " corrupt=throw stops at the first bad copy. rollcall probe tests every pair of GPUs of a host. Look"
                        + " at the host's setup for peer access (nvidia-smi topo -m; IOMMU and PCIe ACS settings), and take the"
                        + " host out of service if NVLink or a GPU reports errors.",
                null,
                List.of());
    }

    private static String summary(CopyTally copies, CopyTally byHost, String host) {
        BadCopy first = copies.first();
        String way = copies.source() == copies.destination()
                ? "GPU " + copies.source() + " itself"
                : "GPU " + copies.source() + " → GPU " + copies.destination();
        String where = host.isEmpty() ? "" : " on " + host;
        String through = copies.rerouted() ? " through the host's memory" : "";
        boolean alike = copies.verdicts().getOrDefault(first.verdict(), 0L) == copies.bad();
        String rest = byHost == null || byHost.verified() == 0
                ? ""
                : byHost.bad() == 0
                        ? "; the same data through the host's memory arrived intact"
                        : "; through the host's memory " + Wording.grouped(byHost.bad()) + " of "
                                + Wording.grouped(byHost.verified()) + " arrived wrong, too";
        return way + where + " delivers " + what(alike ? first.verdict() : "") + through + ": "
                + Wording.grouped(copies.bad()) + " of " + Wording.grouped(copies.verified())
                + " verified copies arrived " + how(alike ? first.verdict() : "") + " (first: "
                + size(first.bytes()) + ", " + first.function() + Wording.at(first.stack()) + ")" + rest + ".";
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
            case "zeroed" -> "with zeros in the place of data";
            case "stale" -> "not at all, the destination holding what it held before";
            case "partial" -> "in part";
            case "permuted" -> "in another order";
            case "damaged" -> "damaged";
            default -> "wrong";
        };
    }

    private static String outcome(CopyTally copies) {
        StringBuilder text = new StringBuilder("Of ")
                .append(Wording.grouped(copies.verified()))
                .append(" verified copies ");
        List<String> parts = new ArrayList<>();
        copies.verdicts().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> parts.add(Wording.grouped(each.getValue()) + " " + each.getKey()));
        text.append("ended so: ").append(String.join(", ", parts)).append(". The first bad one is wrong from byte ");
        return text.append(Wording.grouped(copies.first().firstBad()))
                .append(" on.")
                .toString();
    }

    /** Returns {@code 16 MiB}, or {@code 1,000 bytes} where that is no round number. */
    private static String size(long bytes) {
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return Wording.grouped(bytes >> 20) + " MiB";
        }
        if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) {
            return Wording.grouped(bytes >> 10) + " KiB";
        }
        return Wording.grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
    }
}
