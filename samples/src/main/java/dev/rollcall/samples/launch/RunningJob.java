package dev.rollcall.samples.launch;

import dev.rollcall.samples.ExpectedCourse;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The ranks of one run of a sample, as processes on this host. Closing it, or the end of this JVM, ends the ranks that still
 * run. Not thread-safe.
 */
public final class RunningJob implements AutoCloseable {

    /** The state of a job after it was watched. */
    public enum State {
        /** The agents report a hang, and no rank makes progress. */
        HUNG,
        /** All ranks have ended. */
        ENDED,
        /** It made progress for as long as it was watched. */
        CONTINUES,
        /** It neither hung nor ended within the time limit. */
        OUT_OF_TIME
    }

    private static final int FIRST_PORT = 15_000;
    private static final int END_OF_PORTS = 32_000;
    private static final int PORT_ATTEMPTS = 100;
    private static final long POLL_MILLIS = 100;
    private static final Duration WATCH = Duration.ofSeconds(5);
    private static final int ENOUGH_CALLS = 20;
    /** On a busy machine a healthy job may stand still for longer than the hang timeout. */
    private static final int PATIENCE_WITH_HEALTHY_JOBS = 10;

    private static final Duration LIMIT = Duration.ofSeconds(240);

    private final RunPlan plan;
    private final List<RankProcess> ranks;
    private final ProgressPrinter printer;
    private final HangReports reports;
    private final TraceProgress progress;
    private final long startNanos = System.nanoTime();
    private final Thread atExit = new Thread(this::endRanks, "end-ranks");

    private RunningJob(RunPlan plan, List<RankProcess> ranks, ProgressPrinter printer) {
        this.plan = plan;
        this.ranks = ranks;
        this.printer = printer;
        this.reports = new HangReports(ranks.size());
        this.progress = new TraceProgress(plan.traces(), ranks.size());
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts all ranks.
     *
     * @throws IOException if a rank cannot be started; those already started are ended
     */
    public static RunningJob start(RunPlan plan, Installation installation, ProgressPrinter printer)
            throws IOException, InterruptedException {
        NativeLibraries.unpack(installation, printer);
        Files.createDirectories(plan.folder());
        int port = freePort();
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
        return new RunningJob(plan, ranks, printer);
    }

    /** Returns the ranks in ascending order. */
    public List<RankProcess> ranks() {
        return List.copyOf(ranks);
    }

    /**
     * Watches the ranks until they hang or have ended, or the time is over.
     *
     * <p>The job hangs if no rank makes progress and all running ranks' agents have reported a hang, or some time has passed since the
     * first report: a rank without a pending call reports nothing. A report no longer counts once its rank makes progress.
     */
    public State watch() throws InterruptedException {
        ExpectedCourse course = plan.sample().expected().course();
        Duration standstill =
                course == ExpectedCourse.HANGS ? plan.hang() : plan.hang().multipliedBy(PATIENCE_WITH_HEALTHY_JOBS);
        while (true) {
            readReports();
            List<Integer> alive = ranks.stream()
                    .filter(RankProcess::alive)
                    .map(RankProcess::rank)
                    .toList();
            Duration running = Duration.ofNanos(System.nanoTime() - startNanos);
            printer.waiting(alive.size(), reports.hanging(), running);
            if (alive.isEmpty()) {
                readReports();
                return State.ENDED;
            }
            boolean reported = alive.stream().allMatch(reports::hangs) || reports.firstHangIsOlderThan(plan.hang());
            if (reported && progress.stoodStillFor(standstill)) {
                return State.HUNG;
            }
            if (course == ExpectedCourse.CONTINUES
                    && reports.allJoinedLongerAgoThan(WATCH)
                    && progress.fewestCalls() >= ENOUGH_CALLS) {
                return State.CONTINUES;
            }
            if (running.compareTo(LIMIT) > 0) {
                return State.OUT_OF_TIME;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Returns a free port of the loopback address for the rendezvous.
     *
     * <p>It is below the ephemeral range, so that the system gives it to no other process before rank 0 listens.
     */
    private static int freePort() throws IOException {
        IOException last = null;
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                last = taken;
            }
        }
        throw new IOException("no free port between " + FIRST_PORT + " and " + END_OF_PORTS, last);
    }

    private void readReports() {
        progress.update().stream().forEach(reports::madeProgress);
        for (RankProcess rank : ranks) {
            List<String> output = rank.newOutput();
            List<String> errors = rank.newErrors().stream()
                    .map(line -> line.replace(plan.folder() + File.separator, ""))
                    .toList();
            printer.printed(rank.rank(), output);
            printer.reported(rank.rank(), errors);
            reports.read(rank.rank(), output, errors);
        }
    }

    /** Ends the ranks that still run and waits for their end. May be called twice. */
    @Override
    public void close() {
        endRanks();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException exiting) {
            printer.say("  interrupted; the ranks are ended");
        }
    }

    /** Signals all ranks before it waits for any: a rank that sees others end would fail in its own way. */
    private void endRanks() {
        ranks.forEach(RankProcess::kill);
        ranks.forEach(RankProcess::close);
    }
}
