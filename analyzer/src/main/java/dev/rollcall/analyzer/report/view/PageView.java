package dev.rollcall.analyzer.report.view;

import java.util.List;

/**
 * One HTML page.
 *
 * @param version the analyzer's version
 * @param title the page's title
 * @param jobs one section a job
 */
public record PageView(String version, String title, List<JobView> jobs) {

    public PageView {
        jobs = List.copyOf(jobs);
    }

    /**
     * One job's section.
     *
     * @param title what tells the job from others, safe to print
     * @param tone {@code good}, {@code alarm} or {@code doubt}: how the section is coloured
     * @param outcome the outcome's name
     * @param named such as {@code culprit: rank 0}; empty where no rank is named
     * @param summary the sentence on top
     * @param detail the second sentence; empty for none
     * @param facts when the job froze and where the named ranks run, as far as known
     * @param suspects the suspects with their reasons
     * @param told the finding that the sentence on top tells of; null where it tells of none
     * @param nextStep what to do
     * @param collectTitle the heading above them
     * @param collect the commands that collect more while the job hangs
     * @param also the other findings
     * @param copies what became of copies between GPUs, one a host; none where none were recorded
     * @param furtherHosts how many hosts' copies there was no room for
     * @param retained what collectives keep allocated, one row a place of calls
     * @param results what became of compared results, one a communicator; none where none were summed
     * @param roll where the ranks are
     * @param stacks the merged stacks of the ranks
     * @param coverage sentences on what was read
     * @param ranks one a rank
     * @param columns which of their facts any of them tells
     */
    public record JobView(
            String title,
            String tone,
            String outcome,
            String named,
            Prose summary,
            Prose detail,
            List<String> facts,
            List<SuspectView> suspects,
            FindingView told,
            Prose nextStep,
            String collectTitle,
            List<CollectCommands.Command> collect,
            List<FindingView> also,
            List<CopyMatrix> copies,
            int furtherHosts,
            List<RetainedView> retained,
            List<ComparedResults> results,
            List<Whereabouts> roll,
            List<StackTree> stacks,
            List<String> coverage,
            List<RankFacts> ranks,
            RankFacts.Columns columns) {

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
