package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Launchers;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The names that programs give to the rank, to the number of ranks, and to whether a rank is the first. */
final class RankNames {
    private static final Pattern RANK =
            Pattern.compile("(get_)?(my_?|global_|local_|world_|ddp_|dist_|proc_|process_|mpi_|torch_)*rank(_id|_idx)?"
                    + "|(local_)?process_index|(local_)?proc_id");
    private static final Pattern SIZE = Pattern.compile(
            "(get_)?(ddp_|dist_|global_|torch_)*world_?size|num_processes|(get_)?n(um)?_?ranks|nprocs|num_procs");
    private static final Pattern FIRST = Pattern.compile("is_(local_|global_|world_|the_)?"
            + "(main|master|zero|rank_?zero|rank_?0|chief|primary)(_process|_rank|_node|_proc|_worker)?(_only)?"
            + "|(main|master)_process");
    private static final Pattern OTHER = Pattern.compile("(get_)?[a-z0-9_]+_rank");

    /** What a name stands for. */
    enum Meaning {
        RANK,
        SIZE,
        /** Whether the rank is 0. */
        FIRST,
        /** A rank among some ranks that nobody knows. */
        OTHER_RANK,
        NOTHING
    }

    /** What the names of programs were found to stand for. */
    private static final Map<String, Meaning> KNOWN = new ConcurrentHashMap<>();

    private RankNames() {}

    /** Returns what a variable, an attribute or a function of this name stands for. */
    static Meaning of(String name) {
        return KNOWN.computeIfAbsent(name, RankNames::read);
    }

    /** Returns whether a name, of an environment variable too, tells a process which it is. */
    static boolean tellsRank(String name) {
        Meaning meaning = of(name);
        return meaning == Meaning.RANK
                || meaning == Meaning.FIRST
                || meaning == Meaning.OTHER_RANK
                || Launchers.isRank(name)
                || Decorators.forFirstRank(name);
    }

    private static Meaning read(String name) {
        String bare = name.replaceAll("^_+", "").toLowerCase(Locale.ROOT);
        if (RANK.matcher(bare).matches()) {
            return Meaning.RANK;
        }
        if (SIZE.matcher(bare).matches()) {
            return Meaning.SIZE;
        }
        if (FIRST.matcher(bare).matches()) {
            return Meaning.FIRST;
        }
        return OTHER.matcher(bare).matches() ? Meaning.OTHER_RANK : Meaning.NOTHING;
    }
}
