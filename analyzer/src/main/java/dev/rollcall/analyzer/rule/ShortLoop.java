package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.EditKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** One rank ends its loop early and goes on to what follows. */
final class ShortLoop extends DifferenceRule {

    ShortLoop() {
        super(
                Cause.SHORT_LOOP,
                "The ranks run the loop a different number of times, as with uneven batches. The rank that leaves first makes"
                        + " the calls after the loop while the others wait for it inside.",
                "Give every rank the same number of iterations: agree on the smallest number before the loop, drop or pad the last"
                        + " batch, or let ranks without data join the calls with an empty contribution.");
    }

    @Override
    String summary(CallDifference d, boolean certain) {
        long before = d.sequence() - 1;
        String after = before < d.leaving().rankClass().sequence(0)
                ? "right at the start"
                : "after call " + Wording.grouped(before);
        String next = d.call() == null
                ? null
                : d.call().signature().operation() + Wording.place(d.call().stack());
        String who = Wording.ranks(d.ranks());
        String others = ", while " + Wording.lowerRanks(d.others());
        if (!certain) {
            return who + " went on to " + next + " " + after + " on `"
                    + d.communicator().name() + "`" + others
                    + Wording.either(d.others(), " stays in its loop: its call ", " stay in their loop: their call ")
                    + Wording.grouped(d.othersSequence()) + " is "
                    + Wording.callAndPlace(d.othersCall()) + ".";
        }
        String left = who + " left " + Wording.whose(d.ranks()) + " loop " + early(d) + ": " + after;
        String onwards = Wording.either(d.ranks(), " it ", " they ")
                + (next == null ? "made no further call" : "went on to " + next);
        if (d.kind() == EditKind.MISSING) {
            String more = Wording.number(d.length()) + " more " + calls(d);
            return left + onwards + others + Wording.either(d.others(), " makes ", " make ") + more + " first.";
        }
        return left + onwards + others + Wording.either(d.others(), " goes on with ", " go on with ")
                + Wording.callAndPlace(d.othersCall()) + ".";
    }

    @Override
    String explanation(CallDifference d, boolean certain) {
        return ExtraOrExit.open(d, certain) ? ExtraOrExit.EXPLANATION : super.explanation(d, certain);
    }

    @Override
    String remedy(CallDifference d, boolean certain) {
        return ExtraOrExit.open(d, certain) ? ExtraOrExit.REMEDY : super.remedy(d, certain);
    }

    private static String early(CallDifference d) {
        int turn = d.history().iterationLength();
        if (d.kind() != EditKind.MISSING || turn == 0 || d.length() % turn != 0) {
            return "early";
        }
        int steps = d.length() / turn;
        return (steps == 1 ? "one step" : Wording.number(steps) + " steps") + " early";
    }

    private static String calls(CallDifference d) {
        Set<String> operations = new LinkedHashSet<>();
        Map<String, StackFrame> sites = new LinkedHashMap<>();
        int from = d.staying().position();
        for (int i = from;
                i < Math.min(from + d.length(), d.staying().rankClass().length());
                i++) {
            Call call = d.staying().rankClass().call(i);
            operations.add(call.signature().operation());
            StackFrame site = call.stack().siteFrame();
            if (site != null) {
                sites.putIfAbsent(site.place(), site);
            }
        }
        String operation = operations.size() == 1 ? operations.iterator().next() + " " : "";
        String noun = d.length() == 1 ? "call" : "calls";
        return operation + noun + lines(sites.values());
    }

    /** Returns {@code  (Train.java:44, 45)}, empty for none. */
    private static String lines(Collection<StackFrame> sites) {
        StringJoiner lines = new StringJoiner(", ", " (", ")").setEmptyValue("");
        String file = null;
        for (StackFrame site : sites) {
            lines.add(site.file().equals(file) ? String.valueOf(site.line()) : site.place());
            file = site.file();
        }
        return lines.toString();
    }
}
