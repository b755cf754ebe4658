package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import java.util.List;
import java.util.Objects;

/** The hosts of ranks, in words. */
final class RankHosts {
    private static final int MOST_HOSTS = 2;

    private RankHosts() {}

    /** Returns {@code  (node7)}, {@code  (node7, node8)} or {@code  (on 12 hosts)}; empty where no host is known. */
    static String of(List<Integer> ranks, Job job) {
        List<String> hosts = ranks.stream()
                .map(job::rank)
                .filter(Objects::nonNull)
                .map(Rank::host)
                .filter(host -> !host.isEmpty())
                .distinct()
                .toList();
        if (hosts.isEmpty()) {
            return "";
        }
        return hosts.size() > MOST_HOSTS ? " (on " + hosts.size() + " hosts)" : " (" + String.join(", ", hosts) + ")";
    }
}
