package dev.rollcall.samples.generate.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.cli.ParseException;

/**
 * {@code samples/matrix}: generates jobs with every fault at many places, analyzes each, and counts the verdicts that name the
 * culprit, suspect it, leave it open, or are wrong.
 */
public final class MatrixCommand {
    private static final int WRONG = 1;
    private static final int USAGE = 2;

    private MatrixCommand() {}

    public static void main(String[] args) throws InterruptedException {
        try {
            MatrixOptions options = MatrixOptions.parse(args);
            System.exit(run(options) ? 0 : WRONG);
        } catch (ParseException wrong) {
            System.err.println("samples/matrix: " + wrong.getMessage() + " (see samples/matrix --help)");
            System.exit(USAGE);
        } catch (IOException failed) {
            System.err.println("samples/matrix: " + failed.getMessage());
            System.exit(WRONG);
        }
    }

    /** Returns whether no verdict was wrong. */
    private static boolean run(MatrixOptions options) throws IOException, InterruptedException {
        int threads = Runtime.getRuntime().availableProcessors();
        System.out.println("Seed " + options.seed() + ", on " + threads + " processors, with Java "
                + System.getProperty("java.version") + ".");
        System.out.println();
        Path temporary = Files.createTempDirectory("rollcall-matrix");
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        long started = System.nanoTime();
        try {
            MatrixTable table = new MatrixTable(System.out);
            for (MatrixOptions.Row row : options.rows()) {
                table.row(row, analyze(row.jobs(), temporary, pool));
            }
            table.end();
            System.out.println();
            System.out.println("Took " + (System.nanoTime() - started) / 1_000_000_000 + " s.");
            return !table.anyWrong();
        } finally {
            pool.shutdownNow();
            Files.delete(temporary);
        }
    }

    private static List<MatrixResult> analyze(List<MatrixJob> jobs, Path temporary, ExecutorService pool)
            throws InterruptedException {
        List<Future<MatrixResult>> futures = new ArrayList<>();
        for (MatrixJob job : jobs) {
            futures.add(pool.submit(() -> job.analyze(temporary)));
        }
        List<MatrixResult> results = new ArrayList<>();
        for (Future<MatrixResult> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException failed) {
                throw new IllegalStateException("a job could not be analyzed", failed.getCause());
            }
        }
        return results;
    }
}
