package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Job;
import java.nio.file.Path;
import java.util.List;

/**
 * A job that was read.
 *
 * @param job the job
 * @param classPath the class path that its processes recorded, each entry once, whether it exists here or not
 */
public record JobEvidence(Job job, List<Path> classPath) {

    public JobEvidence {
        classPath = List.copyOf(classPath);
    }
}
