package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the logs of a job with the calls that NCCL's RAS service counted while the job ran. A log with as many calls as RAS
 * counted is complete, so a call that is not in it was not made. A log with fewer calls lacks its end.
 */
final class RasCheck {
    /** The operations that RAS counts (the functions before {@code NCCL_NUM_FUNCTIONS} in nccl_common.h). */
    private static final Set<String> COUNTED =
            Set.of("all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce");

    private final InternTable<Signature> signatures;
    /** By communicator and the rank in it: what RAS shows of the member. */
    private final Map<List<Object>, Member> members = new HashMap<>();

    private final long time;

    private record Member(boolean answered, long launched) {}

    /** Takes the ranks of RAS reports. Of two reports on one rank, the later one counts. */
    RasCheck(Collection<ProcessEvidence> reported, InternTable<Signature> signatures) {
        this.signatures = signatures;
        this.time = reported.stream().mapToLong(ProcessEvidence::started).max().orElse(Call.NO_TIME);
        reported.stream()
                .sorted((one, other) -> Long.compare(one.started(), other.started()))
                .forEach(process -> process.memberships()
                        .forEach(membership -> members.put(
                                key(membership),
                                new Member(
                                        !process.ending().isUnresponsive(),
                                        membership.progress().launched()))));
    }

    private static List<Object> key(MembershipEvidence membership) {
        return List.of(membership.identity(), membership.communicatorRank());
    }

    /** Returns the processes with what RAS adds to the evidence in their logs. */
    List<ProcessEvidence> check(List<ProcessEvidence> logged) {
        // The report has the time of one host, and does not show which.
        boolean oneHost = logged.stream().map(ProcessEvidence::host).distinct().count() == 1;
        return logged.stream().map(process -> check(process, oneHost)).toList();
    }

    private ProcessEvidence check(ProcessEvidence process, boolean oneHost) {
        ProcessEvidence seen = oneHost ? process.aliveAt(time) : process;
        boolean complete = false;
        for (MembershipEvidence membership : process.memberships()) {
            Member member = members.get(key(membership));
            if (member == null || !process.showsCalls() && member.answered()) {
                continue;
            }
            long calls = counted(membership.collectives());
            if (member.answered() && calls < member.launched()) {
                return seen.unobservedAfterCalls("its log ends after " + calls
                        + " collectives, while NCCL's RAS service" + " counted " + member.launched());
            }
            if (member.answered() && calls > member.launched()) {
                return seen;
            }
            // A process that gave RAS no answer has stopped, so its log ends where the process did.
            complete = true;
        }
        return complete
                ? seen.toBuilder()
                        .extent(new SourceExtent(true, seen.extent().end()))
                        .build()
                : seen;
    }

    private long counted(CallSequence calls) {
        long counted = 0;
        for (int i = 0; i < calls.size(); i++) {
            counted +=
                    COUNTED.contains(signatures.value(calls.signatureNumber(i)).operation()) ? 1 : 0;
        }
        return counted;
    }
}
