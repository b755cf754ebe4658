package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds an all_to_all in which all ranks together send another number of elements than they receive. Uneven splits are
 * legitimate, so that no two ranks' sizes need be equal; but what is sent must arrive. One rank is at fault only where it
 * alone is unlike all others.
 */
final class ExchangeFinder {
    private ExchangeFinder() {}

    /** Returns the first such call of each communicator whose ranks do not differ otherwise. */
    static List<Incident> find(AlignedJob aligned) {
        List<Incident> incidents = new ArrayList<>();
        for (Communicator communicator : aligned.job().communicators()) {
            Alignment alignment = aligned.alignment(communicator);
            if ((alignment == null || alignment.differences().isEmpty())
                    && !communicator.memberships().isEmpty()
                    && communicator.memberships().size() == communicator.size()) {
                long sequence = unbalanced(communicator, aligned.job().signatures());
                if (sequence > 0) {
                    incidents.add(incident(communicator, sequence));
                }
            }
        }
        return incidents;
    }

    /** Returns the sequence number of the first unbalanced call; 0 for none. */
    private static long unbalanced(Communicator communicator, InternTable<Signature> signatures) {
        CallSequence first =
                communicator.memberships().values().iterator().next().collectives();
        for (int i = 0; i < first.size(); i++) {
            // By the table: a whole call is read from its file, and most are of other operations.
            if (signatures.value(first.signatureNumber(i)).traits() == OperationTraits.ALL_TO_ALL
                    && unbalanced(communicator, first.firstSequence() + i)) {
                return first.firstSequence() + i;
            }
        }
        return 0;
    }

    /** Whether the sums differ; false where the sizes of a rank are not known. */
    private static boolean unbalanced(Communicator communicator, long sequence) {
        long surplus = 0;
        for (Membership member : communicator.memberships().values()) {
            CallSequence calls = member.collectives();
            if (sequence < calls.firstSequence() || sequence > calls.lastSequence()) {
                return false;
            }
            Signature signature = calls.signature((int) (sequence - calls.firstSequence()));
            if (signature.traits() != OperationTraits.ALL_TO_ALL
                    || signature.count() < 0
                    || signature.outputCount() < 0) {
                return false;
            }
            surplus += signature.count() - signature.outputCount();
        }
        return surplus != 0;
    }

    private static Incident incident(Communicator communicator, long sequence) {
        Map<Integer, Call> calls = new TreeMap<>();
        for (Membership member : communicator.memberships().values()) {
            CallSequence its = member.collectives();
            calls.put(member.rank(), its.call((int) (sequence - its.firstSequence())));
        }
        int odd = odd(calls);
        return new Incident(
                IncidentKind.UNBALANCED_EXCHANGE,
                EnumSet.of(odd >= 0 ? Fact.ONE_SIDE : Fact.EITHER_SIDE),
                Cause.SPLIT_MISMATCH,
                communicator,
                sequence,
                odd >= 0 ? List.of(odd) : List.copyOf(calls.keySet()),
                calls.keySet().stream().filter(rank -> odd >= 0 && rank != odd).toList(),
                calls.values().stream().mapToLong(Incident::time).min().orElse(Long.MAX_VALUE),
                new IncidentDetails.Exchange(calls));
    }

    /** Returns the one rank whose sizes are unlike those of all others, which agree; -1 where there is none. */
    private static int odd(Map<Integer, Call> calls) {
        if (calls.size() < Thresholds.FEWEST_RANKS_FOR_ODD_ONE) {
            return -1;
        }
        for (int candidate : calls.keySet()) {
            List<Call> rest = calls.entrySet().stream()
                    .filter(call -> call.getKey() != candidate)
                    .map(Map.Entry::getValue)
                    .toList();
            boolean alike = rest.stream()
                            .map(call -> List.of(
                                    call.signature().count(), call.signature().outputCount()))
                            .distinct()
                            .count()
                    == 1;
            if (alike && balanced(rest) && !balanced(List.of(calls.get(candidate)))) {
                return candidate;
            }
        }
        return -1;
    }

    private static boolean balanced(Collection<Call> calls) {
        return calls.stream()
                        .mapToLong(call ->
                                call.signature().count() - call.signature().outputCount())
                        .sum()
                == 0;
    }
}
