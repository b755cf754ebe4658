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
 * Sets the logs of a job against what NCCL's RAS service answered while it ran. A log with as many calls as RAS counted is whole, so
 * that its silence tells of its rank; one with fewer lacks its end.
 */
final class RasCheck {
    private final InternTable<Signature> signatures;
    private final Map<List<Long>, RasReport.Member> members = new HashMap<>();
    private final long time;

    /** Reads the answers in some folders; of two that tell of one rank the later counts. */
    RasCheck(Collection<Path> folders, InternTable<Signature> signatures) {
        this.signatures = signatures;
        long latest = Call.NO_TIME;
        for (Path folder : folders) {
            for (RasReport answer : RasReport.in(folder)) {
                latest = Math.max(latest, answer.time());
                answer.members()
                        .forEach(member -> members.put(List.of(member.communicator(), (long) member.place()), member));
            }
        }
        this.time = latest;
    }

    /** Returns the processes with what the answers add to their logs. */
    List<ProcessEvidence> of(List<ProcessEvidence> processes) {
        return processes.stream()
                .map(process -> process.extent().equals(SourceExtent.WHOLE) ? process : of(process))
                .toList();
    }

    private ProcessEvidence of(ProcessEvidence process) {
        int told = 0;
        int same = 0;
        for (MembershipEvidence membership : process.memberships()) {
            RasReport.Member member =
                    members.get(List.of(RasReport.id(membership.identity()), (long) membership.communicatorRank()));
            if (member != null) {
                Map<String, Long> made = made(membership.collectives());
                for (Map.Entry<String, Long> counted : member.calls().entrySet()) {
                    long has = made.getOrDefault(counted.getKey(), 0L);
                    if (has < counted.getValue()) {
                        return cut(process.aliveAt(time), counted.getKey(), counted.getValue(), has);
                    }
                    told++;
                    same += has == counted.getValue() ? 1 : 0;
                }
                told += member.missing() ? 1 : 0;
                same += member.missing() ? 1 : 0;
            }
        }
        ProcessEvidence seen = process.aliveAt(time);
        return told > 0 && same == told
                ? seen.reaching(new SourceExtent(true, seen.extent().end()))
                : seen;
    }

    private static ProcessEvidence cut(ProcessEvidence process, String operation, long counted, long has) {
        String reason = "its log ends after " + has + " calls of " + operation + ", while NCCL's RAS service counted "
                + counted;
        return process.brokenOff(reason);
    }

    private Map<String, Long> made(CallSequence calls) {
        Map<String, Long> made = new HashMap<>();
        for (int i = 0; i < calls.size(); i++) {
            made.merge(signatures.value(calls.signature(i)).operation(), 1L, Long::sum);
        }
        return made;
    }
}
