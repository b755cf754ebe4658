package dev.rollcall.analyzer.input.nccl;

import java.util.Collection;
import java.util.List;

/** The hosts and addresses of a job's processes, which say at whose connections warnings point. Immutable. */
final class PeerAddresses {
    private final List<LoggedProcess> processes;
    /** Whether these are all processes of the job, so that no other one can be meant. */
    private final boolean complete;

    /** Takes the processes of one file. */
    PeerAddresses(Collection<LoggedProcess> processes) {
        this.processes = List.copyOf(processes);
        int world = processes.stream().mapToInt(LoggedProcess::worldSize).max().orElse(-1);
        complete = processes.size() == world
                && processes.stream()
                                .mapToInt(LoggedProcess::onlyRank)
                                .distinct()
                                .count()
                        == world
                && processes.stream().noneMatch(process -> process.onlyRank() < 0);
    }

    /**
     * Returns the rank of the only process that the other end of a connection can be; -1 where there is none, or several.
     *
     * @param writer the process that reports it; on its own host it can be the other end, too
     */
    int rank(FailedConnection connection, LoggedProcess writer) {
        List<LoggedProcess> there = processes.stream()
                .filter(process -> process.isAt(connection.host()))
                .toList();
        return complete && there.size() == 1 && !there.get(0).host.equals(writer.host)
                ? there.get(0).onlyRank()
                : -1;
    }
}
