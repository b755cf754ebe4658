package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What the messages of one process show: its communicators and the calls on them. Not thread-safe while it is filled. */
final class LoggedProcess {
    /** Messages of NCCL that come only when a process, or a peer, ends. */
    private static final Pattern END =
            Pattern.compile("^\\[Service thread\\] Connection closed|- (Destroy|Abort) COMPLETE$");

    final String host;
    final long pid;
    final List<LoggedCommunicator> communicators = new ArrayList<>();
    long first = Call.NO_TIME;
    long last = Call.NO_TIME;
    /**
     * Whether one of its call messages was cut off or mixed with another. The communicator of that call is unknown, so later
     * calls on every communicator are left out.
     */
    boolean torn;
    /**
     * Whether a message that NCCL writes only at the end follows the last call, so that no call is missing from the log.
     */
    boolean complete;

    private final Map<String, LoggedCommunicator> byAddress = new HashMap<>();

    LoggedProcess(String host, long pid) {
        this.host = host;
        this.pid = pid;
    }

    /** Adds the next message of this process. */
    void add(LogLine line) {
        first = first == Call.NO_TIME ? line.time() : first;
        last = Math.max(last, line.time());
        LoggedCall call = LoggedCall.of(line);
        torn |= call == null && LoggedCall.isTorn(line);
        complete = call == null && (complete || END.matcher(line.text()).find());
        if (call != null) {
            LoggedCommunicator communicator = byAddress.get(call.communicator());
            if (communicator != null && !torn) {
                communicator.add(call);
            }
            return;
        }
        String ended = LoggedCommunicator.addressOfEnded(line);
        if (ended != null) {
            LoggedCommunicator communicator = byAddress.remove(ended);
            if (communicator != null) {
                communicator.left = line.text().contains("Destroy");
            }
            return;
        }
        LoggedCommunicator created = LoggedCommunicator.of(line, byAddress::get);
        if (created != null && byAddress.put(created.address, created) != created) {
            communicators.add(created);
        }
    }

    /**
     * Returns a communicator's identity; empty if nothing matches it with the other ranks'. NCCL before 2.14 writes no id. Then
     * communicators of all ranks are matched by the order of their creation, which must be the same on all ranks.
     */
    String identity(LoggedCommunicator communicator) {
        if (!communicator.identity.isEmpty() || communicator.child || communicator.size != worldSize()) {
            return communicator.identity;
        }
        long earlier = communicators.stream()
                .takeWhile(other -> other != communicator)
                .filter(other -> other.identity.isEmpty()
                        && other.size == communicator.size
                        && other.communicatorRank == communicator.communicatorRank)
                .count();
        return "of all " + communicator.size + " #" + (earlier + 1);
    }

    /** Returns the size of the largest communicator, which is taken to be of all ranks; -1 if there is none. */
    int worldSize() {
        return communicators.stream()
                .mapToInt(communicator -> communicator.size)
                .max()
                .orElse(-1);
    }

    /** Returns the global rank of a communicator's member, which is its rank in the largest communicator; -1 where unknown. */
    int globalRank(LoggedCommunicator communicator) {
        if (communicator.parent != null) {
            return globalRank(communicator.parent);
        }
        if (communicator.size == worldSize()) {
            return communicator.communicatorRank;
        }
        // One process can use several devices, each of them for a rank of its own.
        return communicators.stream()
                .filter(other ->
                        other.parent == null && other.size == worldSize() && other.device == communicator.device)
                .min(Comparator.comparingLong(other -> other.begun))
                .map(other -> other.communicatorRank)
                .orElse(-1);
    }
}
