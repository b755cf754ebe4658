package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.List;

/**
 * What was read.
 *
 * @param jobs by start, the earliest first
 * @param unreadable everything that should have been a source and could not be read; the jobs' coverage tells of it too
 */
public record ReadResult(List<LoadedJob> jobs, List<Unreadable> unreadable) {

    public ReadResult {
        jobs = List.copyOf(jobs);
        unreadable = List.copyOf(unreadable);
    }
}
