package dev.rollcall.samples.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One rank of a running job: its process and its output. Closing it ends the process.
 *
 * <p>The output goes to files, which outlive this JVM. Not thread-safe, except for {@link #close()}.
 */
public final class RankProcess implements AutoCloseable {

    private static final long END_SECONDS = 10;
    private static final int WARNS_OF_NATIVE_ACCESS = 22;

    private final int rank;
    private final Process process;
    private final Tail output;
    private final Tail errors;

    private RankProcess(int rank, Process process, Path output, Path errors) {
        this.rank = rank;
        this.process = process;
        this.output = new Tail(output);
        this.errors = new Tail(errors);
    }

    /**
     * Starts a rank.
     *
     * @param port the port of the rendezvous
     * @param runId the job identity, equal on all ranks
     * @throws IOException if it cannot be started
     */
    static RankProcess start(RunPlan plan, Installation installation, int rank, int port, String runId)
            throws IOException {
        Path output = plan.folder().resolve("rank-" + rank + ".out");
        Path errors = plan.folder().resolve("rank-" + rank + ".err");
        ProcessBuilder builder = new ProcessBuilder(command(plan, installation))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .directory(plan.folder().toFile());
        Map<String, String> environment = builder.environment();
        environment.put("RANK", Integer.toString(rank));
        environment.put("LOCAL_RANK", Integer.toString(rank));
        environment.put("WORLD_SIZE", Integer.toString(plan.worldSize()));
        environment.put("LOCAL_WORLD_SIZE", Integer.toString(plan.worldSize()));
        environment.put("MASTER_ADDR", "127.0.0.1");
        environment.put("MASTER_PORT", Integer.toString(port));
        environment.put("TORCHELASTIC_RUN_ID", runId);
        environment.put("OMP_NUM_THREADS", "1");
        return new RankProcess(rank, builder.start(), output, errors);
    }

    private static List<String> command(RunPlan plan, Installation installation) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java());
        if (plan.recorded()) {
            List<String> options = new ArrayList<>();
            options.add("file=" + plan.traces() + File.separator + "%r-%h-%p.trace");
            options.add("hang=" + plan.hang().toSeconds() + "s");
            options.addAll(plan.agentOptions());
            command.add("-javaagent:" + installation.agent() + "=" + String.join(",", options));
        }
        if (Runtime.version().feature() >= WARNS_OF_NATIVE_ACCESS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-Xmx128m");
        command.add("-Dorg.bytedeco.javacpp.cachedir=" + installation.nativeLibraries());
        command.add("-Dculprit=" + plan.culprit());
        if (plan.steps() > 0) {
            command.add("-Dsteps=" + plan.steps());
        }
        command.addAll(List.of("-cp", installation.rankClassPath()));
        command.add(plan.sample().program().getName());
        return command;
    }

    /** Returns the path of the {@code java} that runs this process. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns the rank, from 0. */
    public int rank() {
        return rank;
    }

    /** Returns whether the process runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Returns the process's exit code; -1 while it runs. */
    public int exitCode() {
        return process.isAlive() ? -1 : process.exitValue();
    }

    /** Returns the whole lines on stdout since the last call. */
    List<String> newOutput() {
        return output.newLines();
    }

    /** Returns the whole lines on stderr since the last call. */
    List<String> newErrors() {
        return errors.newLines();
    }

    /**
     * Returns all of stdout.
     *
     * @throws IOException if it cannot be read
     */
    public String output() throws IOException {
        return Files.readString(output.file());
    }

    /**
     * Returns all of stderr.
     *
     * @throws IOException if it cannot be read
     */
    public String errors() throws IOException {
        return Files.readString(errors.file());
    }

    /** Sends SIGTERM, as a batch system does first. */
    public void askToEnd() {
        process.destroy();
    }

    /** Sends SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    /** Sends SIGKILL and waits until the process is gone. */
    @Override
    public void close() {
        kill();
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
