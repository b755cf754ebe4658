package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.TreeSet;

/** The calls differ, and neither a majority nor a habit nor the code says which side is wrong. */
final class Undetermined extends DifferenceRule {

    Undetermined() {
        super(
                Cause.UNDETERMINED,
                "The calls of the ranks differ here for the first time. Neither the number of ranks on each side, nor their history,"
                        + " nor their code shows which side diverged.",
                "Compare the two lines: what decides which of them a rank reaches? A run with more ranks, or one that gets further"
                        + " before it hangs, may show it.");
    }

    @Override
    List<Integer> named(CallDifference d) {
        TreeSet<Integer> all = new TreeSet<>(d.ranks());
        all.addAll(d.others());
        return List.copyOf(all);
    }

    @Override
    String summary(CallDifference d, boolean certain) {
        boolean ownFirst = d.ranks().get(0) < d.others().get(0);
        List<Integer> first = ownFirst ? d.ranks() : d.others();
        List<Integer> second = ownFirst ? d.others() : d.ranks();
        Call firstCall = ownFirst ? d.call() : d.othersCall();
        Call secondCall = ownFirst ? d.othersCall() : d.call();
        String title = first.size() + second.size() == 2 ? "Two ranks, two stories: " : "Two sides, two stories: ";
        long sequence = d.sequence();
        boolean alike = firstCall != null
                && secondCall != null
                && firstCall
                        .signature()
                        .operation()
                        .equals(secondCall.signature().operation());
        String calls = "call " + Wording.grouped(sequence);
        String where = " on `" + d.communicator().name() + "`";
        return title
                + (first.size() == 1
                        ? Wording.lowerRanks(first) + "'s " + calls + where
                        : calls + " of " + Wording.lowerRanks(first) + where)
                + " is " + story(firstCall, alike) + ", "
                + (second.size() == 1
                        ? Wording.lowerRanks(second) + "'s "
                        : "that of " + Wording.lowerRanks(second) + " ")
                + story(secondCall, alike)
                + ". Nothing in the traces says which is wrong.";
    }

    private static String story(Call call, boolean alike) {
        if (call == null) {
            return "missing";
        }
        String noun = alike ? call.signature().describe() : call.signature().operation();
        return Wording.withArticle(noun) + Wording.place(call.stack());
    }
}
