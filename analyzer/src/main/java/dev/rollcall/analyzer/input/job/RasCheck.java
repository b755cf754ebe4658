package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceExtent;
import dev.rollcall.analyzer.input.nccl.RasReport;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the logs of a job with the calls that NCCL's RAS service counted while the job ran. A log with as many calls as RAS
 * counted is complete, so a call that is not in it was not made. A log with fewer calls lacks its end.
 */
final class RasCheck {
    private final InternTable<Signature> signatures;
    private final Map<List<Long>, RasReport.Member> members = new HashMap<>();
    private final long time;

    /** Reads the RAS reports in some folders. Of two reports on one rank, the later one counts. */
    RasCheck(Collection<Path> folders, InternTable<Signature> signatures) {
        this.signatures = signatures;
        long latest = Call.NO_TIME;
        for (Path folder : folders) {
            for (RasReport report : RasReport.in(folder)) {
                latest = Math.max(latest, report.time());
                report.members()
                        .forEach(member -> members.put(key(member.communicator(), member.communicatorRank()), member));
            }
        }
        this.time = latest;
    }

    private static List<Long> key(long communicator, int communicatorRank) {
        return List.of(communicator, (long) communicatorRank);
    }

    /** Returns the processes with what RAS adds to the evidence in their logs. */
    List<ProcessEvidence> check(List<ProcessEvidence> processes) {
        return processes.stream()
                .map(process -> process.extent().equals(SourceExtent.WHOLE) ? process : check(process))
                .toList();
    }

    private ProcessEvidence check(ProcessEvidence process) {
        ProcessEvidence seen = process.aliveAt(time);
        int counts = 0;
        int equal = 0;
        for (MembershipEvidence membership : process.memberships()) {
            RasReport.Member member =
                    members.get(key(RasReport.id(membership.identity()), membership.communicatorRank()));
            if (member == null) {
                continue;
            }
            Map<String, Long> logged = callsByOperation(membership.collectives());
            for (Map.Entry<String, Long> counted : member.calls().entrySet()) {
                long calls = logged.getOrDefault(counted.getKey(), 0L);
                if (calls < counted.getValue()) {
                    return seen.unobservedAfterCalls("its log ends after " + calls + " calls of " + counted.getKey()
                            + ", while NCCL's RAS service counted " + counted.getValue());
                }
                counts++;
                equal += calls == counted.getValue() ? 1 : 0;
            }
            // A process that gave RAS no answer has stopped, so its log ends where the process did.
            if (member.missing()) {
                counts++;
                equal++;
            }
        }
        return counts > 0 && equal == counts
                ? seen.with(new SourceExtent(true, seen.extent().end()))
                : seen;
    }

    private Map<String, Long> callsByOperation(CallSequence calls) {
        Map<String, Long> counts = new HashMap<>();
        for (int i = 0; i < calls.size(); i++) {
            counts.merge(signatures.value(calls.signatureNumber(i)).operation(), 1L, Long::sum);
        }
        return counts;
    }
}
