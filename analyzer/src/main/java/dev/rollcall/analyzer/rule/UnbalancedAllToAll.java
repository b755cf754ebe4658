package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An all_to_all in which all ranks together send another number of elements than they receive. Uneven splits are legitimate, so
 * that no two ranks' sizes need be equal; but what is sent must arrive. One rank is to blame only where it alone is unlike
 * all others.
 */
final class UnbalancedAllToAll implements Rule {
    @Override
    public Cause cause() {
        return Cause.SPLIT_MISMATCH;
    }

    @Override
    public String evidence() {
        return "an all_to_all whose sizes are known on every rank";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        boolean any = false;
        for (Communicator communicator : situation.job().communicators()) {
            boolean aligned = situation.alignments().stream()
                    .filter(alignment -> alignment.communicator() == communicator)
                    .allMatch(alignment -> alignment.differences().isEmpty());
            if (aligned && communicator.memberships().size() == communicator.size()) {
                any |= examine(communicator, situation.job().signatures(), findings);
            }
        }
        return !any
                ? new Answer.NotApplicable("no all_to_all is known on every rank")
                : findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Adds the first such call of a communicator; returns whether it has any all_to_all. */
    private boolean examine(Communicator communicator, InternTable<Signature> signatures, List<Finding> findings) {
        CallSequence first =
                communicator.memberships().values().iterator().next().collectives();
        boolean any = false;
        for (int i = 0; i < first.size(); i++) {
            // By the table: a whole call is read from its file, and most are of other operations.
            if (signatures.value(first.signatureNumber(i)).traits() == OperationTraits.ALL_TO_ALL) {
                long sequence = first.firstSequence() + i;
                any = true;
                if (unbalanced(sequence, communicator)) {
                    findings.add(finding(
                            communicator,
                            sequence,
                            at(sequence, communicator.memberships().values())));
                    return true;
                }
            }
        }
        return any;
    }

    /** Whether the sums differ, by the table alone; false where not every rank's sizes are known. */
    private static boolean unbalanced(long sequence, Communicator communicator) {
        long surplus = 0;
        for (Membership member : communicator.memberships().values()) {
            CallSequence its = member.collectives();
            if (sequence < its.firstSequence() || sequence > its.lastSequence()) {
                return false;
            }
            Signature asked = its.signature((int) (sequence - its.firstSequence()));
            if (asked.traits() != OperationTraits.ALL_TO_ALL || asked.count() < 0 || asked.outputCount() < 0) {
                return false;
            }
            surplus += asked.count() - asked.outputCount();
        }
        return surplus != 0;
    }

    private static Map<Integer, Call> at(long sequence, Collection<Membership> members) {
        Map<Integer, Call> calls = new TreeMap<>();
        for (Membership member : members) {
            CallSequence its = member.collectives();
            calls.put(member.rank(), its.call((int) (sequence - its.firstSequence())));
        }
        return calls;
    }

    private static boolean balanced(Collection<Call> calls) {
        return calls.stream().mapToLong(call -> call.signature().count()).sum()
                == calls.stream()
                        .mapToLong(call -> call.signature().outputCount())
                        .sum();
    }

    private Finding finding(Communicator communicator, long sequence, Map<Integer, Call> calls) {
        Integer odd = odd(calls);
        List<Integer> ranks = odd == null ? List.copyOf(calls.keySet()) : List.of(odd);
        long sent =
                calls.values().stream().mapToLong(c -> c.signature().count()).sum();
        long received = calls.values().stream()
                .mapToLong(c -> c.signature().outputCount())
                .sum();
        String place = "call " + Wording.grouped(sequence) + " on `" + communicator.name() + "`";
        String sums = "all ranks together send " + Wording.grouped(sent) + " elements and receive "
                + Wording.grouped(received);
        Call shown = odd == null ? calls.values().iterator().next() : calls.get(odd);
        String summary = odd == null
                ? "In " + place + ", " + Wording.callAndPlace(shown) + ", " + sums
                        + ". Nothing in the traces says whose splits are wrong."
                : Wording.ranks(ranks) + " disagrees in " + place + ": it sends "
                        + sizes(shown) + Wording.at(shown.stack()) + ", where "
                        + Wording.lowerRanks(others(calls, odd)) + " send "
                        + sizes(someOther(calls, odd)).replace("receives", "receive") + "; "
                        + sums + ".";
        return new Finding(
                odd == null ? Cause.UNDETERMINED : cause(),
                odd == null ? Severity.NOTE : Severity.CULPRIT,
                ranks,
                communicator,
                sequence,
                summary,
                "In an all_to_all the ranks together receive as many elements as they send. If the sums differ, the splits of a"
                        + " rank do not match those of its peers. The library may not notice, and buffers then hold data that no"
                        + " rank sent.",
                "Compare the input and output splits of each pair of ranks in this call.",
                null,
                calls.entrySet().stream()
                        .filter(call -> ranks.contains(call.getKey()) || call.getValue() == someOther(calls, odd))
                        .limit(4)
                        .map(call -> new Evidence(call.getKey(), call.getValue(), "sends " + sizes(call.getValue())))
                        .toList());
    }

    private static String sizes(Call call) {
        return Wording.grouped(call.signature().count()) + " and receives "
                + Wording.grouped(call.signature().outputCount());
    }

    private static Call someOther(Map<Integer, Call> calls, Integer odd) {
        return calls.get(others(calls, odd).get(0));
    }

    private static List<Integer> others(Map<Integer, Call> calls, Integer odd) {
        return calls.keySet().stream().filter(rank -> !rank.equals(odd)).toList();
    }

    /** Returns the one rank whose sizes are unlike those of all others, which agree; null where there is none. */
    private static Integer odd(Map<Integer, Call> calls) {
        if (calls.size() < Thresholds.FEWEST_RANKS_FOR_ODD_ONE) {
            return null;
        }
        for (int candidate : calls.keySet()) {
            List<Call> rest = calls.entrySet().stream()
                    .filter(call -> call.getKey() != candidate)
                    .map(Map.Entry::getValue)
                    .toList();
            boolean alike = rest.stream()
                            .map(Call::signature)
                            .map(s -> List.of(s.count(), s.outputCount()))
                            .distinct()
                            .count()
                    == 1;
            if (alike && balanced(rest) && !balanced(List.of(calls.get(candidate)))) {
                return candidate;
            }
        }
        return null;
    }
}
