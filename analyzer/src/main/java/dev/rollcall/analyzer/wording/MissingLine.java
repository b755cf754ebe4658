package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import java.util.List;
import java.util.Objects;

/** Says where to find the line of a call that a console does not show. Stateless and thread-safe. */
final class MissingLine {
    private MissingLine() {}

    /**
     * Returns {@code  The console does not show the line of rank 1. …}, with a space before it; empty where the line is known, and where
     * no rank was read from a console alone.
     *
     * <p>Source of the names: PyTorch's {@code FlightRecorder}, up to version 2.8 and since.
     *
     * @param ranks the ranks that made the call
     * @param call the call of the first of them
     */
    static String of(List<Integer> ranks, Call call, Job job) {
        boolean console = ranks.stream().map(job::rank).filter(Objects::nonNull).anyMatch(rank -> isConsoleAlone(rank));
        if (call.stack().siteFrame() != null || !console) {
            return "";
        }
        return " The console does not show the line of " + Wording.lowerRanks(ranks) + ". "
                + Wording.either(ranks, "Its flight-recorder dump shows", "Their flight-recorder dumps show")
                + " it: look for nccl_trace_rank_* in /tmp or comm_lib_trace_rank_* in ~/.cache/torch.";
    }

    private static boolean isConsoleAlone(Rank rank) {
        return rank.isReadFrom(RankSource.CONSOLE) && !rank.isReadFrom(RankSource.DUMP);
    }
}
