package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.TreeSet;

/** The same calls in another order. */
final class OrderSwap extends DifferenceRule {

    OrderSwap() {
        super(
                Cause.ORDER_SWAP,
                "Both sides make the same calls in different orders. Calls are matched by their order alone, so each side waits in a"
                        + " call that the other makes only later.",
                "Make the calls in the same order on every rank. The usual causes are iteration over a hash map or a set, and"
                        + " several threads that share a communicator.");
    }

    @Override
    List<Integer> named(CallDifference d) {
        if (d.decided()) {
            return d.ranks();
        }
        TreeSet<Integer> all = new TreeSet<>(d.ranks());
        all.addAll(d.others());
        return List.copyOf(all);
    }

    @Override
    String summary(CallDifference d, boolean certain) {
        return Wording.ranks(d.ranks())
                + Wording.either(d.ranks(), " makes", " make") + " the same calls as " + Wording.lowerRanks(d.others())
                + " in another order: " + Wording.whose(d.ranks()) + " call "
                + Wording.grouped(d.sequence()) + " on `"
                + d.communicator().name() + "` is "
                + Wording.callAndPlace(d.call()) + ", " + Wording.either(d.others(), "the other's is ", "theirs is ")
                + Wording.callAndPlace(d.othersCall()) + "."
                + (d.decided() ? "" : " Nothing in the traces says which is wrong.");
    }
}
