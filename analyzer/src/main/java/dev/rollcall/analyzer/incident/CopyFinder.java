package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds pairs of devices between which copies delivered something else than their sources held. */
final class CopyFinder {
    private CopyFinder() {}

    /** From where to where, on one host: ranks that see the same devices share them. */
    private record Route(String host, String source, String destination, boolean rerouted) {
        static Route of(Rank rank, CopyTally copies) {
            return new Route(
                    rank.host(),
                    copies.sourceId().isEmpty() ? "" + copies.source() : copies.sourceId(),
                    copies.destinationId().isEmpty() ? "" + copies.destination() : copies.destinationId(),
                    copies.rerouted());
        }

        Route throughHost() {
            return new Route(host, source, destination, true);
        }
    }

    /** What became of the copies on one route, and the ranks for which some of them arrived wrong. */
    private static final class Traffic {
        private final List<Evidence> firstOfRank = new ArrayList<>();
        private final Set<Integer> ranks = new TreeSet<>();
        private CopyTally copies;

        private void add(int rank, CopyTally more) {
            copies = copies == null ? more : copies.plus(more);
            if (more.bad() > 0) {
                ranks.add(rank);
                firstOfRank.add(new Evidence(rank, null, more.firstBadCopy(), ""));
            }
        }

        private Evidence first() {
            return firstOfRank.stream()
                    .filter(each -> each.copy() == copies.firstBadCopy())
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Returns whether no two ranks of a host see one device under two numbers, or two devices under one. */
    private static boolean numbered(List<Rank> ranks, String host) {
        Map<Integer, String> ids = new HashMap<>();
        Map<String, Integer> ordinals = new HashMap<>();
        boolean numbered = true;
        for (Rank rank : ranks) {
            for (CopyTally copies : rank.host().equals(host) ? rank.copies() : List.<CopyTally>of()) {
                numbered &= agrees(ids, ordinals, copies.source(), copies.sourceId())
                        && agrees(ids, ordinals, copies.destination(), copies.destinationId());
            }
        }
        return numbered;
    }

    private static boolean agrees(Map<Integer, String> ids, Map<String, Integer> ordinals, int ordinal, String id) {
        if (id.isEmpty()) {
            return true;
        }
        String known = ids.putIfAbsent(ordinal, id);
        Integer number = ordinals.putIfAbsent(id, ordinal);
        return (known == null || known.equals(id)) && (number == null || number == ordinal);
    }

    static List<Incident> find(AlignedJob aligned) {
        Map<Route, Traffic> routes = new LinkedHashMap<>();
        for (Rank rank : aligned.job().ranks()) {
            for (CopyTally copies : rank.copies()) {
                routes.computeIfAbsent(Route.of(rank, copies), route -> new Traffic())
                        .add(rank.number(), copies);
            }
        }
        boolean severalHosts =
                routes.keySet().stream().map(Route::host).distinct().count() > 1;
        List<Incident> incidents = new ArrayList<>();
        routes.forEach((route, traffic) -> {
            if (traffic.copies.bad() > 0) {
                Traffic throughHost = route.rerouted() ? null : routes.get(route.throughHost());
                incidents.add(new Incident(
                        IncidentKind.BAD_COPY,
                        Set.of(),
                        Cause.COPY_CORRUPTED,
                        null,
                        0,
                        List.copyOf(traffic.ranks),
                        List.of(),
                        Long.MAX_VALUE,
                        new IncidentDetails.Copies(
                                traffic.copies,
                                throughHost == null ? null : throughHost.copies,
                                severalHosts ? route.host() : "",
                                traffic.first(),
                                numbered(aligned.job().ranks(), route.host()))));
            }
        });
        return incidents;
    }
}
