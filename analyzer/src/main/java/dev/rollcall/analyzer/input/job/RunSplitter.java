package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.model.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tells apart the runs that carry one job id: whoever starts a job twice from one shell, into one folder, has two runs
 * there. A later run begins with a process that holds a rank whose earlier holder had ended by then, or that started five minutes
 * after the last sign of life of all others: no job waits so long for a rank and leaves. Not thread-safe.
 */
final class RunSplitter {
    private static final long LONG_AFTER = TimeUnit.MINUTES.toNanos(5);

    private final List<List<ProcessSource>> runs = new ArrayList<>();
    private Map<Integer, SourceIdentity> holders = new HashMap<>();

    private RunSplitter() {}

    /** Returns the runs among the processes of one job id, the earliest first; at least one. */
    static List<List<ProcessSource>> of(List<ProcessSource> sources) {
        RunSplitter runs = new RunSplitter();
        runs.runs.add(new ArrayList<>());
        List<ProcessSource> aside = new ArrayList<>();
        sources.stream()
                .sorted(Comparator.comparingLong(source -> source.identity().started()))
                .forEach(source -> {
                    if (source.identity().communicators().isEmpty()) {
                        aside.add(source);
                    } else {
                        runs.add(source);
                    }
                });
        aside.forEach(runs::addAside);
        return runs.runs;
    }

    private void add(ProcessSource source) {
        SourceIdentity origin = source.identity();
        SourceIdentity earlier = origin.rank() < 0 ? null : holders.get(origin.rank());
        if (earlier != null && origin.started() > earlier.lastAlive() || longAfterAll(origin)) {
            runs.add(new ArrayList<>());
            holders = new HashMap<>();
        }
        holders.put(origin.rank(), origin);
        runs.get(runs.size() - 1).add(source);
    }

    /**
     * Whether a process started long after all of the newest run had given their last sign of life, one of them on its own host:
     * the clocks of two may be minutes apart.
     */
    private boolean longAfterAll(SourceIdentity origin) {
        List<ProcessSource> newest = runs.get(runs.size() - 1);
        return origin.started() != Call.NO_TIME
                && newest.stream().anyMatch(source -> source.identity().host().equals(origin.host()))
                && newest.stream()
                        .map(ProcessSource::identity)
                        .allMatch(other -> other.lastAlive() != Call.NO_TIME
                                && origin.started() - Math.max(other.started(), other.lastAlive()) > LONG_AFTER);
    }

    /** Adds a process that joined nothing: a rank that never got so far, or a program that ran before the rank's own. */
    private void addAside(ProcessSource source) {
        List<ProcessSource> home = runs.get(runs.size() - 1);
        for (List<ProcessSource> run : runs) {
            boolean during = run.stream()
                    .anyMatch(other ->
                            other.identity().lastAlive() >= source.identity().started());
            if (during) {
                home = run;
                break;
            }
        }
        home.add(source);
    }
}
