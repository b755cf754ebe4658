package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Job;
import java.nio.file.Path;
import java.util.List;

/**
 * A job that was read from its sources.
 *
 * @param job the job
 * @param classPath the class path that its processes recorded, each entry once, whether it exists here or not
 * @param recordedWorldSize the number of ranks according to its sources; -1 where unknown
 */
public record LoadedJob(Job job, List<Path> classPath, int recordedWorldSize) {

    public LoadedJob {
        classPath = List.copyOf(classPath);
    }
}
