package dev.rollcall.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/** Runs rank programs in JVMs of their own, and kills those that are left. Used by one test. */
final class Forked implements AutoCloseable {
    private static final long LIMIT_SECONDS = 300;

    /** A line of the agent. It may begin within another line: the JVM prints an uncaught exception in two parts. */
    private static final Pattern OWN = Pattern.compile("rollcall: .*\\R?");

    static {
        unpackPyTorch();
    }

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Process> started = new ArrayList<>();
    private final List<String> prefix = new ArrayList<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private String compiler = "-XX:TieredStopAtLevel=1";
    private String options = "";
    private boolean withAgent = true;
    private String agent = System.getProperty("rollcall.agent");
    private String without = "";
    private boolean launched = true;

    /** The output of one process. */
    record Result(int exitCode, String out, String err) {
        /** Returns the lines on stderr that are not the agent's. */
        String foreignErr() {
            return OWN.matcher(err).replaceAll("").lines().collect(Collectors.joining("\n"));
        }

        /** Returns the agent's lines. */
        List<String> own() {
            return OWN.matcher(err)
                    .results()
                    .map(line -> line.group().stripTrailing())
                    .toList();
        }
    }

    /** Processes that unpack PyTorch's libraries into one folder at the same time die of SIGBUS. Tests on GPUs have no PyTorch. */
    private static void unpackPyTorch() {
        try {
            Loader.load(Class.forName("org.bytedeco.pytorch.ProcessGroupGloo"));
        } catch (ClassNotFoundException absent) {
            return;
        }
    }

    Forked(Path folder) {
        this.folder = folder;
        environment.put("OMP_NUM_THREADS", "1");
    }

    Forked options(String more) {
        options = more;
        return this;
    }

    /** Adds an option of the JVM, before the agent. */
    Forked jvm(String option) {
        jvmOptions.add(option);
        return this;
    }

    /** Compiles otherwise than quickly, which is best for programs that end soon. */
    Forked compiler(String option) {
        compiler = option;
        return this;
    }

    /** Starts each process through a program that gets its command line as arguments. */
    Forked under(String... program) {
        prefix.addAll(Arrays.asList(program));
        return this;
    }

    Forked withoutAgent() {
        withAgent = false;
        return this;
    }

    /** Uses another agent than the build's. */
    Forked agent(Path jar) {
        agent = jar.toString();
        return this;
    }

    /** Tells the processes neither rank nor world size, as if each was started by hand. */
    Forked withoutLauncher() {
        launched = false;
        return this;
    }

    /** Removes libraries from the class path. */
    Forked without(String library) {
        without = library;
        return this;
    }

    Forked environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Returns a rank's trace file. */
    Path trace(int rank) {
        return folder.resolve("rank-" + rank + ".trace");
    }

    /** Runs all ranks of a job to their end. */
    List<Result> run(int world, Class<?> program, String... arguments) throws IOException, InterruptedException {
        start(world, program, arguments);
        List<Result> results = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            results.add(result(rank));
        }
        return results;
    }

    /** Starts all ranks of a job. */
    List<Process> start(int world, Class<?> program, String... arguments) throws IOException {
        for (int rank = 0; rank < world; rank++) {
            List<String> command = new ArrayList<>(prefix);
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            // From Java 24 on, loading a library without it costs a warning.
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add(compiler);
            command.add("-XX:+UseSerialGC");
            command.addAll(jvmOptions);
            if (withAgent) {
                String file = "file=" + folder.resolve(launched ? "rank-%r.trace" : "rank-" + rank + ".trace");
                String all = options.contains("file=") ? options : options.isEmpty() ? file : file + "," + options;
                command.add("-javaagent:" + agent + "=" + all);
            }
            command.add("-cp");
            command.add(classPath());
            command.add(program.getName());
            command.addAll(Arrays.asList(arguments));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(folder.resolve("out-" + rank).toFile())
                    .redirectError(folder.resolve("err-" + rank).toFile());
            builder.environment().putAll(environment);
            if (launched) {
                builder.environment().put("RANK", String.valueOf(rank));
                builder.environment().put("WORLD_SIZE", String.valueOf(world));
            }
            builder.environment().put("STORE", folder.resolve("store").toString());
            started.add(builder.start());
        }
        return started;
    }

    /** Waits for a rank and returns its output. */
    Result result(int rank) throws IOException, InterruptedException {
        Process process = started.get(rank);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("rank " + rank + " still runs: " + err(rank));
        }
        return new Result(process.exitValue(), Files.readString(folder.resolve("out-" + rank)), err(rank));
    }

    /** Returns what a rank has printed on stdout so far. */
    String out(int rank) throws IOException {
        return Files.readString(folder.resolve("out-" + rank));
    }

    /** Returns what a rank has printed on stderr so far. */
    String err(int rank) throws IOException {
        return Files.readString(folder.resolve("err-" + rank));
    }

    /** Returns the class path of the programs and their libraries, without the agent's classes. */
    private String classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String api = Path.of(System.getProperty("rollcall.agent"))
                .resolveSibling("rollcall-api.jar")
                .toString();
        return Stream.concat(
                        Stream.of(api),
                        Stream.of(all.split(File.pathSeparator))
                                .filter(entry -> entry.endsWith("test-classes")
                                        || entry.contains("bytedeco")
                                        || entry.contains("jcuda")))
                .filter(entry -> without.isEmpty() || !entry.contains(without))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Override
    public void close() {
        for (Process process : started) {
            process.destroyForcibly();
        }
        for (Process process : started) {
            process.onExit().join();
        }
    }
}
