package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Separates the runs that have one job id, as two runs from one shell into one folder do. A new run begins with a process whose
 * rank was held by a process that had ended by then, or that started five minutes after the last sign of life of all others: no
 * job waits so long for a rank and goes on. Not thread-safe.
 */
final class RunSplitter {
    private final List<List<ProcessSource>> runs = new ArrayList<>();
    private Map<Integer, SourceIdentity> newestByRank = new HashMap<>();

    private RunSplitter() {
        runs.add(new ArrayList<>());
    }

    /** Returns the runs among the processes of one job id, the earliest first; at least one. */
    static List<List<ProcessSource>> runs(List<ProcessSource> sources) {
        RunSplitter splitter = new RunSplitter();
        List<ProcessSource> withoutCommunicator = new ArrayList<>();
        sources.stream()
                .sorted(Comparator.comparingLong(source -> source.identity().started()))
                .forEach(source -> {
                    if (source.identity().communicators().isEmpty()) {
                        withoutCommunicator.add(source);
                    } else {
                        splitter.add(source);
                    }
                });
        withoutCommunicator.forEach(splitter::addWithoutCommunicator);
        return splitter.runs;
    }

    private List<ProcessSource> newest() {
        return runs.get(runs.size() - 1);
    }

    private void add(ProcessSource source) {
        SourceIdentity identity = source.identity();
        SourceIdentity earlier = identity.rank() < 0 ? null : newestByRank.get(identity.rank());
        if (earlier != null && identity.started() > earlier.lastAlive() || isLongAfterNewestRun(identity)) {
            runs.add(new ArrayList<>());
            newestByRank = new HashMap<>();
        }
        newestByRank.put(identity.rank(), identity);
        newest().add(source);
    }

    /**
     * Returns whether a process started long after the last sign of life of the newest run. One process of that run must be on
     * the same host, because the clocks of two hosts can be minutes apart.
     */
    private boolean isLongAfterNewestRun(SourceIdentity identity) {
        return identity.started() != Call.NO_TIME
                && newest().stream().anyMatch(source -> source.identity().host().equals(identity.host()))
                && newest().stream()
                        .map(ProcessSource::identity)
                        .allMatch(other -> other.lastAlive() != Call.NO_TIME
                                && identity.started() - Math.max(other.started(), other.lastAlive())
                                        > Thresholds.BETWEEN_RUNS);
    }

    /**
     * Adds a process that joined no communicator to the first run that was alive after it started. It is a rank that did not get
     * that far, or a program that ran before the rank's own.
     */
    private void addWithoutCommunicator(ProcessSource source) {
        long started = source.identity().started();
        runs.stream()
                .filter(run -> run.stream().anyMatch(other -> other.identity().lastAlive() >= started))
                .findFirst()
                .orElse(newest())
                .add(source);
    }
}
