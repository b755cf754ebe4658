package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.List;

/**
 * The jobs that were found.
 *
 * @param jobs the jobs, earliest start first
 * @param unreadable all files that should have been sources and could not be read; each job's coverage has its own
 */
public record ReadResult(List<LoadedJob> jobs, List<Unreadable> unreadable) {

    public ReadResult {
        jobs = List.copyOf(jobs);
        unreadable = List.copyOf(unreadable);
    }
}
