package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.verdict.Cause;

/** One rank misses a collective that the others make, and goes on. */
final class SkippedCollective extends DifferenceRule {

    SkippedCollective() {
        super(
                Cause.SKIPPED_COLLECTIVE,
                "The others wait in the call that this rank skipped. Its next call takes the place of the skipped one, and all"
                        + " its later calls are matched with the wrong ones.",
                "Make the call on every rank, whatever the data: an empty batch, a NaN step or an unused parameter must still"
                        + " contribute, for instance zeros. Or let all ranks agree beforehand to skip the call.");
    }

    @Override
    String summary(CallDifference d, boolean certain) {
        long sequence = d.sequence();
        int missing = Math.max(d.length(), d.history().callsAhead());
        String what = Wording.callAndPlace(d.othersCall());
        String others = Wording.lowerRanks(d.others()) + Wording.either(d.others(), " makes", " make");
        StringBuilder text = new StringBuilder(Wording.ranks(d.ranks()));
        if (!certain) {
            return text.append(" did not make call ")
                    .append(Wording.grouped(d.othersSequence()))
                    .append(" of ")
                    .append(Wording.lowerRanks(d.others()))
                    .append(" on `")
                    .append(d.communicator().name())
                    .append("`, ")
                    .append(what)
                    .append(": its call ".replace("its", Wording.whose(d.ranks())))
                    .append(Wording.grouped(sequence))
                    .append(" is ")
                    .append(Wording.callAndPlace(d.call()))
                    .append('.')
                    .toString();
        }
        text.append(" skipped ")
                .append(missing == 1 ? "a call" : Wording.number(missing) + " calls")
                .append(" on `")
                .append(d.communicator().name())
                .append("`: ");
        text.append(others)
                .append(missing == 1 ? " call " : " calls from call ")
                .append(Wording.grouped(d.othersSequence()))
                .append(missing == 1 ? ", " : ", starting with ")
                .append(what)
                .append(", and ")
                .append(Wording.lowerRanks(d.ranks()))
                .append(Wording.either(d.ranks(), " does not", " do not"));
        if (d.call() != null) {
            text.append("; ")
                    .append(Wording.whose(d.ranks()))
                    .append(" call ")
                    .append(Wording.grouped(sequence))
                    .append(" is ")
                    .append(Wording.callAndPlace(d.call()));
        }
        return text.append('.').toString();
    }
}
