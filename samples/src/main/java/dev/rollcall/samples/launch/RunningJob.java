package dev.rollcall.samples.launch;

import dev.rollcall.samples.Course;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The ranks of one run of a sample, as processes of this host. Closing it, or the end of this process, ends those that
 * still run, and no other process. Not thread-safe.
 */
public final class RunningJob implements AutoCloseable {

    /** How a job stands after it was watched. */
    public enum State {
        /** The agent saw no progress. */
        HUNG,
        /** Every rank ended of itself. */
        ENDED,
        /** It was watched for a while, and went on all the time. */
        GOES_ON,
        /** It neither froze nor ended in the time it had. */
        OUT_OF_TIME
    }

    private static final long POLL_MILLIS = 100;
    private static final Duration WATCH = Duration.ofSeconds(5);
    private static final int ENOUGH_CALLS = 20;
    private static final Duration LIMIT = Duration.ofSeconds(240);

    private final RunPlan plan;
    private final List<RankProcess> ranks;
    private final ProgressPrinter narrator;
    private final HangReports reports;
    private final TraceProgress progress;
    private final long startNanos = System.nanoTime();
    private final Thread atExit = new Thread(this::endRanks, "end-ranks");

    private RunningJob(RunPlan plan, List<RankProcess> ranks, ProgressPrinter narrator) {
        this.plan = plan;
        this.ranks = ranks;
        this.narrator = narrator;
        this.reports = new HangReports(ranks.size());
        this.progress = new TraceProgress(plan.traces(), ranks.size());
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts all ranks.
     *
     * @throws IOException if one cannot be started; none is left running then
     */
    public static RunningJob start(RunPlan plan, Installation installation, ProgressPrinter narrator)
            throws IOException, InterruptedException {
        NativeLibraries.unpack(installation, narrator);
        Files.createDirectories(plan.folder());
        int port = FreePort.find();
        String runId = plan.folder().getFileName().toString();
        List<RankProcess> ranks = new ArrayList<>();
        try {
            for (int rank = 0; rank < plan.worldSize(); rank++) {
                ranks.add(RankProcess.start(plan, installation, rank, port, runId));
            }
        } catch (IOException failed) {
            ranks.forEach(RankProcess::close);
            throw failed;
        }
        return new RunningJob(plan, ranks, narrator);
    }

    /** Returns the ranks, by number. */
    public List<RankProcess> ranks() {
        return List.copyOf(ranks);
    }

    /**
     * Watches the ranks until the hang is seen, all have ended, or the time is over.
     *
     * <p>A hang counts as seen when the agent of every rank that still runs has reported it, or some while after the
     * first report: a rank that calls nothing may have nothing to report. A report of a rank that goes on counts no more, and
     * as long as any goes on, there is no hang.
     */
    public State watch() throws InterruptedException {
        boolean endless = plan.sample().expected().course() == Course.GOES_ON;
        while (true) {
            readReports();
            List<Integer> alive = ranks.stream()
                    .filter(RankProcess::alive)
                    .map(RankProcess::rank)
                    .toList();
            Duration running = Duration.ofNanos(System.nanoTime() - startNanos);
            narrator.waiting(alive.size(), reports.hanging(), running);
            if (alive.isEmpty()) {
                readReports();
                return State.ENDED;
            }
            boolean reported = alive.stream().allMatch(reports::hangs) || reports.firstHangIsOlderThan(plan.hang());
            if (reported && progress.stoodStillFor(plan.hang())) {
                return State.HUNG;
            }
            if (endless && reports.allJoinedLongerAgoThan(WATCH) && progress.fewestCalls() >= ENOUGH_CALLS) {
                return State.GOES_ON;
            }
            if (running.compareTo(LIMIT) > 0) {
                return State.OUT_OF_TIME;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private void readReports() {
        progress.look().stream().forEach(reports::goesOn);
        for (RankProcess rank : ranks) {
            List<String> output = rank.newOutput();
            List<String> errors = rank.newErrors().stream()
                    .map(line -> line.replace(plan.folder() + File.separator, ""))
                    .toList();
            narrator.printed(rank.rank(), output);
            narrator.reported(rank.rank(), errors);
            reports.read(rank.rank(), output, errors);
        }
    }

    /** Ends the ranks that still run, and waits until they are gone. May be called twice. */
    @Override
    public void close() {
        endRanks();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException exiting) {
            narrator.say("  interrupted: the ranks are ended");
        }
    }

    /** Signals all before it waits for any: ranks that live on while others go would fail in their own ways. */
    private void endRanks() {
        ranks.forEach(RankProcess::kill);
        ranks.forEach(RankProcess::close);
    }
}
