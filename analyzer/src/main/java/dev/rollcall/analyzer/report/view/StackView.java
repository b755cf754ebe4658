package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.RankText;
import java.util.List;

/**
 * One stack and whose it is.
 *
 * @param ranks the global ranks that have it, ascending
 * @param named whether the finding names them
 * @param title what the ranks did there, such as {@code call 12: barrier}; safe to print
 * @param note what it shows; empty where there is nothing to add
 * @param frames innermost first; empty where no stack was recorded
 * @param elided how many further frames there are, outwards
 */
public record StackView(
        List<Integer> ranks, boolean named, String title, String note, List<FrameView> frames, int elided) {

    public StackView {
        ranks = List.copyOf(ranks);
        frames = List.copyOf(frames);
    }

    /** Returns {@code Rank 0} or {@code Ranks 1–3}. */
    public String who() {
        return RankText.title(ranks);
    }
}
