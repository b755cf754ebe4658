package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.verdict.Cause;

/** One rank calls a collective that the others do not. */
final class ExtraCollective extends DifferenceRule {

    ExtraCollective() {
        super(
                Cause.EXTRA_COLLECTIVE,
                "A collective returns only when every rank of its communicator has called it. A call that one rank makes alone"
                        + " is matched with the next call of the others, and from then on every call of this rank is matched"
                        + " with the wrong one.",
                "Move the call out of the condition so that every rank makes it, or remove it. The usual cause is a metric, a barrier"
                        + " or a checkpoint inside `if (rank == 0)`: keep the local work in the condition and the collective"
                        + " outside.");
    }

    @Override
    String summary(CallDifference d, boolean certain) {
        String first =
                Wording.grouped(d.sequence()) + " on `" + d.communicator().name() + "`";
        String what = d.length() == 1
                ? Wording.whose(d.ranks()) + " call " + first + " is "
                : Wording.either(d.ranks(), "it makes ", "they make ") + Wording.number(d.length())
                        + " calls from call " + first + ", starting with ";
        String deny = certain
                ? Wording.either(d.others(), " never makes ", " never make ")
                : Wording.either(d.others(), " does not make ", " do not make ");
        return Wording.ranks(d.ranks()) + " diverged: " + what + Wording.callAndPlace(d.call()) + ". "
                + Wording.ranks(d.others()) + deny + (d.length() == 1 ? "that call" : "those calls")
                + (certain ? "" : " at this point") + "; " + instead(d) + ".";
    }

    @Override
    String explanation(CallDifference d, boolean certain) {
        return ExtraOrExit.open(d, certain) ? ExtraOrExit.EXPLANATION : super.explanation(d, certain);
    }

    @Override
    String remedy(CallDifference d, boolean certain) {
        return ExtraOrExit.open(d, certain) ? ExtraOrExit.REMEDY : super.remedy(d, certain);
    }

    private static String instead(CallDifference d) {
        if (d.othersCall() == null) {
            return Wording.either(d.others(), "it makes no further call", "they make no further call");
        }
        return Wording.whose(d.others()) + " call " + Wording.grouped(d.othersSequence()) + " is "
                + Wording.callAndPlace(d.othersCall());
    }
}
