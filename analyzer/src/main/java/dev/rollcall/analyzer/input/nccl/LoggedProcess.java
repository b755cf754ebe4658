package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What the lines of one process tell. Not thread-safe while it is filled. */
final class LoggedProcess {
    private static final Pattern END =
            Pattern.compile("^\\[Service thread\\] Connection closed|- (Destroy|Abort) COMPLETE$");

    final String host;
    final long pid;
    final List<LoggedCommunicator> communicators = new ArrayList<>();
    long first = Call.NO_TIME;
    long last = Call.NO_TIME;
    /** Whether a call's line is torn: from there on nobody can count this process's calls. */
    boolean torn;
    /** Whether lines of the process's end, or of its peers', stand behind its last call. */
    boolean ends;

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
        torn |= call == null && LoggedCall.torn(line);
        ends = call == null && (ends || END.matcher(line.text()).find());
        if (call != null) {
            LoggedCommunicator its = byAddress.get(call.communicator());
            if (its != null && !torn) {
                its.add(call);
            }
            return;
        }
        String ended = LoggedCommunicator.ended(line);
        if (ended != null) {
            LoggedCommunicator its = byAddress.remove(ended);
            if (its != null) {
                its.left = line.text().contains("Destroy");
            }
            return;
        }
        LoggedCommunicator made = LoggedCommunicator.of(line, byAddress::get);
        if (made != null && byAddress.put(made.address, made) != made) {
            communicators.add(made);
        }
    }

    /**
     * Returns a communicator's identity, empty where nothing joins it with the other ranks'. Where NCCL wrote no id, those of all
     * ranks are told by the order of their making, which every rank has to keep.
     */
    String identity(LoggedCommunicator communicator) {
        if (!communicator.identity.isEmpty() || communicator.child || communicator.size != world()) {
            return communicator.identity;
        }
        long earlier = communicators.stream()
                .takeWhile(its -> its != communicator)
                .filter(its ->
                        its.identity.isEmpty() && its.size == communicator.size && its.place == communicator.place)
                .count();
        return "of all " + communicator.size + " #" + (earlier + 1);
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
