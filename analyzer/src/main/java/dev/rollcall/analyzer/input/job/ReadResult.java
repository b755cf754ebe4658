package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Launcher;
import java.util.List;

/**
 * The jobs that were found.
 *
 * @param jobs the jobs, earliest start first
 * @param unreadable all files that should have been sources and could not be read; each job's coverage has its
 *     own. Where no job was found, all other files with what they seem to be, those first that come closest to evidence
 * @param launcher how the jobs were started
 */
public record ReadResult(List<LoadedJob> jobs, List<Unreadable> unreadable, Launcher launcher) {

    public ReadResult {
        jobs = List.copyOf(jobs);
        unreadable = List.copyOf(unreadable);
    }
}
