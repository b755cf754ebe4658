package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Job;
import java.nio.file.Path;
import java.util.List;

/**
 * A job that was read.
 *
 * @param job the job
 * @param classPath the class path that its processes recorded, each entry once, whether it exists here or not
 * @param recordedWorldSize how many ranks its sources say it has; -1 where none does
 */
public record LoadedJob(Job job, List<Path> classPath, int recordedWorldSize) {

    public LoadedJob {
        classPath = List.copyOf(classPath);
    }
}
