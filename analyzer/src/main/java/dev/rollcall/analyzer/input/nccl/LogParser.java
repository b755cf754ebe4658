package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.input.ConsecutiveNumbers;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.input.text.TextParser;
import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds NCCL's messages ({@code NCCL_DEBUG=INFO}) of one or of several processes in a file. Not thread-safe. */
public final class LogParser implements TextParser {
    private final LogLineParser lines = new LogLineParser();
    private final Map<String, LoggedProcess> processes = new LinkedHashMap<>();
    private final MemoryBudget budget;
    /** How many messages were read. */
    private long count;

    /** What a process takes in its job: no other process of the same run takes it after the process's last message. */
    private record Place(String host, int device, int rank, int worldSize) {}

    /** Makes a parser for one file that keeps as much as the budget allows. */
    public LogParser(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public List<String> words() {
        return List.of("NCCL INFO ", "NCCL WARN ", "NCCL TRACE ", "NCCL ERROR ");
    }

    @Override
    public boolean add(TextLine line) {
        if (!line.whole()) {
            return false;
        }
        for (LogLine parsed : lines.parse(line.text())) {
            LogLine message = parsed.time() == Call.NO_TIME ? parsed.at(line.time()) : parsed;
            String name = message.host() + ":" + message.pid();
            if (budget.isSpent() && !processes.containsKey(name)) {
                continue;
            }
            LoggedProcess process = processes.computeIfAbsent(name, key -> new LoggedProcess(message, budget));
            process.add(message);
            process.lastLine = ++count;
            process.firstLine = process.firstLine == 0 ? count : process.firstLine;
            if (line.rank() >= 0) {
                process.setRank(line.rank());
            }
        }
        return false;
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) throws IOException {
        processes.values().forEach(LoggedProcess::end);
        removeEarlierRuns();
        setRanks(processes.values().stream()
                .filter(process -> process.showsCallsOnly() && !process.communicators.isEmpty())
                .toList());
        List<ProcessSource> sources = new ArrayList<>();
        PeerAddresses peers = new PeerAddresses(processes.values());
        processes.values().stream()
                .filter(process -> !process.communicators.isEmpty() || process.rank() >= 0 && process.hasFailed())
                .forEach(process -> sources.add(new LogSource(file, process, peers, cutOff)));
        if (sources.isEmpty() && !processes.isEmpty()) {
            throw new IOException(
                    "an NCCL log in which no process began to create a communicator: either the processes did not"
                            + " get so far, or NCCL_DEBUG=INFO with NCCL_DEBUG_SUBSYS=INIT,COLL was not set");
        }
        return sources;
    }

    /** Removes the processes that wrote nothing after another one took the place of one of them: a later run appended to their log. */
    private void removeEarlierRuns() {
        Map<Place, LoggedProcess> taken = new HashMap<>();
        long begun = 0;
        for (LoggedProcess process : processes.values()) {
            int rank = process.onlyRank();
            LoggedProcess earlier = rank < 0
                    ? null
                    : taken.put(new Place(process.host, process.device, rank, process.worldSize()), process);
            if (earlier != null && earlier.lastLine < process.firstLine) {
                begun = process.firstLine;
            }
        }
        long beginning = begun;
        processes.values().removeIf(process -> process.lastLine < beginning);
    }

    /**
     * Numbers processes of which only calls are logged: by the launcher, by the number in the file name that grep wrote before
     * each line, or by the device where all ranks are there, on one host.
     */
    private static void setRanks(List<LoggedProcess> unnumbered) {
        int world = unnumbered.stream().mapToInt(LoggedProcess::worldSize).max().orElse(-1);
        if (unnumbered.isEmpty() || unnumbered.stream().anyMatch(process -> process.rank() >= 0)) {
            return;
        }
        List<Integer> ranks = ConsecutiveNumbers.in(
                unnumbered.stream().map(process -> process.before).toList(), world);
        if (ranks.isEmpty() && unnumbered.size() == world) {
            ranks = ConsecutiveNumbers.in(
                    unnumbered.stream()
                            .map(process -> String.valueOf(process.device))
                            .toList(),
                    world);
        }
        for (int i = 0; i < ranks.size(); i++) {
            unnumbered.get(i).setRank(ranks.get(i));
        }
    }
}
