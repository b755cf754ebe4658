package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.report.chart.ChartView;
import dev.rollcall.analyzer.report.picture.RankMap;
import dev.rollcall.analyzer.report.picture.RollCall;
import dev.rollcall.analyzer.report.picture.StackPicture;
import dev.rollcall.analyzer.report.picture.Timeline;
import dev.rollcall.analyzer.report.picture.WaitPicture;
import dev.rollcall.analyzer.report.view.CallGrid;
import dev.rollcall.analyzer.report.view.CausePage;
import dev.rollcall.analyzer.report.view.CollectCommands;
import dev.rollcall.analyzer.report.view.CollisionView;
import dev.rollcall.analyzer.report.view.CommunicatorRow;
import dev.rollcall.analyzer.report.view.ComparedResults;
import dev.rollcall.analyzer.report.view.CopyMatrix;
import dev.rollcall.analyzer.report.view.HeadView;
import dev.rollcall.analyzer.report.view.PageScript;
import dev.rollcall.analyzer.report.view.Prose;
import dev.rollcall.analyzer.report.view.RankRows;
import dev.rollcall.analyzer.report.view.RankStep;
import dev.rollcall.analyzer.report.view.RawCalls;
import dev.rollcall.analyzer.report.view.RetainedView;
import dev.rollcall.analyzer.report.view.StackTree;
import dev.rollcall.analyzer.report.view.StackView;
import dev.rollcall.analyzer.report.view.SuspectView;
import dev.rollcall.analyzer.report.view.Whereabouts;
import java.util.List;

/**
 * One HTML page.
 *
 * @param version the analyzer's version
 * @param title the page's title
 * @param jobs one section a job
 * @param script the page's one script
 */
public record PageView(String version, String title, List<JobView> jobs, PageScript script) {
    /** Pixels that two pictures beside each other have. */
    private static final int WIDTH_BESIDE = 1070;

    public PageView {
        jobs = List.copyOf(jobs);
    }

    /**
     * One job's section.
     *
     * @param id what the ids of the job's elements begin with; differs between jobs, so that two pages can be pasted into one
     * @param title what tells the job from others, safe to print
     * @param tone {@code good}, {@code alarm} or {@code doubt}: how the section is coloured
     * @param head the sentence and the first facts
     * @param suspects the suspects with their reasons
     * @param told the finding that the sentence on top tells of; null where it tells of none
     * @param collision the calls that collide
     * @param nextStep what to do
     * @param collectTitle the heading above them
     * @param collect the commands that collect more while the job hangs
     * @param map the map of the ranks; null where no rank is known
     * @param rollCalls the aligned calls around the finding, one a communicator
     * @param waits who waits for whom; null where nobody waits for a named rank
     * @param also the other findings
     * @param copies what became of copies between GPUs, one a host; none where none were recorded
     * @param furtherHosts how many hosts' copies there was no room for
     * @param retained what collectives keep allocated, one row a place of calls
     * @param results what became of compared results, one a communicator; none where none were summed
     * @param roll where the ranks are
     * @param steps the application's steps that the ranks are in; none where it marks none
     * @param furtherSteps how many there was no room for
     * @param timeline the last calls before the freeze; null where their times are not by one clock
     * @param charts the charts of times and bytes
     * @param stacks the merged stacks of the ranks
     * @param stackPicture the picture of them; null for none
     * @param coverage sentences on what was read
     * @param communicators the communicators with their members and progress
     * @param furtherCommunicators how many there was no room for
     * @param ranks the table of the processes
     * @param calls the last calls of some ranks
     * @param page the page of the cause; null for a job without a main finding
     * @param ticket the same in Markdown, for a ticket
     */
    public record JobView(
            String id,
            String title,
            String tone,
            HeadView head,
            List<SuspectView> suspects,
            FindingView told,
            CollisionView collision,
            Prose nextStep,
            String collectTitle,
            List<CollectCommands.Command> collect,
            RankMap map,
            List<RollCall> rollCalls,
            WaitPicture waits,
            List<FindingView> also,
            List<CopyMatrix> copies,
            int furtherHosts,
            List<RetainedView> retained,
            List<ComparedResults> results,
            List<Whereabouts> roll,
            List<RankStep> steps,
            int furtherSteps,
            Timeline timeline,
            List<ChartView> charts,
            List<StackTree> stacks,
            StackPicture stackPicture,
            List<String> coverage,
            List<CommunicatorRow> communicators,
            int furtherCommunicators,
            RankRows ranks,
            RawCalls calls,
            CausePage page,
            String ticket) {

        /** Returns whether the map of the ranks and the graph of the waits fit beside each other on a wide screen. */
        public boolean picturesBeside() {
            return map != null && waits != null && map.width() + waits.width() <= WIDTH_BESIDE;
        }

        /** Returns whether a copy is known to have arrived wrong. */
        public boolean badCopies() {
            return copies.stream().anyMatch(CopyMatrix::bad);
        }

        /** Returns how much of the bar's width a group's wait takes, 0 to 100: the longest wait takes all of it. */
        public int waitShare(Whereabouts group) {
            long longest = roll.stream().mapToLong(Whereabouts::longest).max().orElse(0);
            return longest <= 0 || !group.waiting() ? 0 : (int) Math.max(1, group.longest() * 100 / longest);
        }
    }

    /**
     * One finding.
     *
     * @param cause its cause's name
     * @param severity its severity's name
     * @param summary its sentence
     * @param explanation how it freezes the job
     * @param remedy what to do about it
     * @param grids the calls around it, one for each communicator that it is about; none where it has no place
     * @param stacks what shows it
     * @param furtherStacks how many stacks there was no room for
     */
    public record FindingView(
            String cause,
            String severity,
            Prose summary,
            Prose explanation,
            Prose remedy,
            List<CallGrid> grids,
            List<StackView> stacks,
            int furtherStacks) {}
}
