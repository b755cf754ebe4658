package dev.rollcall.analyzer.model;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A file that shows something of a rank.
 *
 * @param kind the noun for such a file, such as {@code dump}; empty where unknown
 * @param file its name
 */
public record RankSource(String kind, String file) {
    /** The kind of a trace of Rollcall's recorder. */
    public static final String TRACE = "trace";
    /** The kind of a dump of PyTorch's flight recorder, which holds calls with their lines. */
    public static final String DUMP = "dump";
    /** The kind of a log of NCCL. */
    public static final String LOG = "log";
    /** The kind of what a PyTorch job wrote to its console. */
    public static final String CONSOLE = "console";
    /** The kind of what NCCL's RAS service answered. */
    public static final String RAS = "RAS report";
    /** The kind of the warnings of Horovod's stall inspector. */
    public static final String STALLS = "stall report";
    /** The kind of the stacks of a running process. */
    public static final String STACKS = "stacks";
    /** The kind of a memory snapshot of PyTorch. */
    public static final String MEMORY = "memory snapshot";

    /**
     * Returns the word for one source of each of these ranks, such as {@code dump}: {@code file} for sources of several kinds,
     * {@code trace} for an unknown kind, and nothing for consoles, which many ranks write into one. Memory snapshots only complete traces.
     */
    public static String noun(Collection<Rank> ranks) {
        Set<String> kinds = ranks.stream()
                .flatMap(rank -> rank.sources().stream())
                .map(RankSource::kind)
                .filter(kind -> !kind.isEmpty() && !kind.equals(MEMORY))
                .collect(Collectors.toSet());
        if (kinds.size() > 1) {
            return "file";
        }
        return kinds.isEmpty()
                ? TRACE
                : kinds.contains(CONSOLE) ? "" : kinds.iterator().next();
    }
}
