package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the lines of one process tell. Not thread-safe while it is filled. */
final class LoggedProcess {
    final String host;
    final long pid;
    final List<LoggedCommunicator> communicators = new ArrayList<>();
    long first = Call.NO_TIME;
    long last = Call.NO_TIME;

    private final Map<String, LoggedCommunicator> byAddress = new HashMap<>();

    LoggedProcess(String host, long pid) {
        this.host = host;
        this.pid = pid;
    }

    /** Adds a line of this process. */
    void add(LogLine line) {
        first = first == Call.NO_TIME ? line.time() : first;
        last = Math.max(last, line.time());
        LoggedCall call = LoggedCall.of(line);
        if (call != null) {
            LoggedCommunicator its = byAddress.get(call.communicator());
            if (its != null) {
                its.calls.add(call);
            }
            return;
        }
        LoggedCommunicator made = LoggedCommunicator.of(line, byAddress::get);
        if (made != null && byAddress.put(made.address, made) != made) {
            communicators.add(made);
        }
    }

    /** Returns how many ranks the largest communicator has, which is taken for all of the job's; -1 where there is none. */
    int world() {
        return communicators.stream().mapToInt(its -> its.size).max().orElse(-1);
    }

    /** Returns the global rank behind a communicator's, by the largest communicator; -1 where nothing tells it. */
    int globalRank(LoggedCommunicator communicator) {
        if (communicator.parent != null) {
            return globalRank(communicator.parent);
        }
        if (communicator.size == world()) {
            return communicator.place;
        }
        // One process may drive several devices, each a rank of its own.
        return communicators.stream()
                .filter(its -> its.parent == null && its.size == world() && its.device == communicator.device)
                .min(Comparator.comparingLong(its -> its.born))
                .map(its -> its.place)
                .orElse(-1);
    }
}
