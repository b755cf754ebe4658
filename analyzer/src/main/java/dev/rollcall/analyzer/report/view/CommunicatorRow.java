package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.RankText;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.Function;

/**
 * A communicator with its members and how far they are; all texts are safe to print.
 *
 * @param name its name
 * @param members the global ranks whose membership is known
 * @param size how many ranks it has; empty where unknown
 * @param collectives the number of the last collective that each member issued, from the least to the most; empty for none
 * @param messages the same of sends and receives
 */
public record CommunicatorRow(String name, String members, String size, String collectives, String messages) {
    private static final int LONGEST_LIST = 80;

    /** Returns the communicators of a job, those first whose members are not equally far, then the largest. */
    public static List<CommunicatorRow> of(Job job) {
        return job.communicators().stream()
                .sorted(Comparator.comparing((Communicator each) -> !isApart(each))
                        .thenComparing(each -> -each.memberships().size())
                        .thenComparing(Communicator::name))
                .map(CommunicatorRow::of)
                .toList();
    }

    private static CommunicatorRow of(Communicator communicator) {
        return new CommunicatorRow(
                Printable.of(communicator.name()),
                members(List.copyOf(communicator.memberships().keySet())),
                communicator.size() < 0 ? "" : NumberText.grouped(communicator.size()),
                communicator.numbersCalls() ? progress(last(communicator, Membership::collectives)) : "",
                progress(last(communicator, Membership::pointToPoint)));
    }

    private static String members(List<Integer> ranks) {
        String all = RankText.numbers(ranks);
        return all.length() <= LONGEST_LIST
                ? all
                : NumberText.grouped(ranks.size()) + " ranks, such as " + ranks.get(0);
    }

    private static boolean isApart(Communicator communicator) {
        LongSummaryStatistics last = last(communicator, Membership::collectives);
        return last.getCount() > 0 && last.getMin() < last.getMax();
    }

    private static LongSummaryStatistics last(Communicator communicator, Function<Membership, CallSequence> lane) {
        return communicator.memberships().values().stream()
                .mapToLong(member -> lane.apply(member).lastSequence())
                .summaryStatistics();
    }

    private static String progress(LongSummaryStatistics last) {
        if (last.getCount() == 0 || last.getMax() <= 0) {
            return "";
        }
        String most = NumberText.grouped(last.getMax());
        return last.getMin() == last.getMax() ? most : NumberText.grouped(Math.max(0, last.getMin())) + "–" + most;
    }
}
