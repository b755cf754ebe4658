package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.analyzer.report.PageInspector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code bin/rollcall} as a shell uses it. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the script is for bash")
class LauncherIT {
    private static final Path SCRIPT = Path.of("..", "bin", "rollcall").toAbsolutePath();
    private static final long LIMIT_SECONDS = 60;

    @TempDir
    Path folder;

    private CommandLineRun run(Path script, Map<String, String> environment, Object... words)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        Arrays.stream(words).map(Object::toString).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("JAVA_OPTIONS");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it still runs");
            return new CommandLineRun(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void analyzesThroughALinkAndFromAnyFolderAndPassesTheExitCodeOn() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("rc"), SCRIPT);
        Path hung = RecordedJob.hung(folder.resolve("hung job"), "hung");
        Path healthy = RecordedJob.healthy(folder.resolve("well"), "well");

        CommandLineRun verdict = run(link, Map.of(), "analyze", hung);

        assertEquals("", verdict.err());
        verdict.assertBlamesRankZero();
        assertEquals(0, run(link, Map.of(), "analyze", healthy).exitCode());
        assertEquals(2, run(link, Map.of(), "analyze").exitCode());
    }

    private Path report() throws Exception {
        Path job = RecordedJob.hung(folder.resolve("hung"), "hung");
        Path page = folder.resolve("report.html");
        run(SCRIPT, Map.of(), "analyze", job, "--html", page).assertBlamesRankZero();
        return page;
    }

    /** The jar lacks what of its libraries is not used, so its charts are compared with those of the whole libraries. */
    @Test
    void drawsChartsIntoTheReport() throws Exception {
        List<String> charts = charts(report());

        Path page = folder.resolve("whole.html");
        CommandLineRun.of("analyze", folder.resolve("hung"), "--html", page).assertBlamesRankZero();
        List<String> expected = charts(page);
        assertEquals(1, expected.size());
        assumeTrue(expected.get(0).contains("<svg"), "Java cannot draw on this host: there are no charts to compare");
        assertEquals(expected, charts);
    }

    private static List<String> charts(Path page) throws IOException {
        return Pattern.compile("(?s)<figure class=\"chart\">.*?</figure>")
                .matcher(Files.readString(page))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void writesAReportThatIsSoundInABrowser() throws Exception {
        try (PageInspector inspector = PageInspector.start(Files.createDirectory(folder.resolve("profile")))) {
            inspector.open(report());

            assertEquals(List.of(), inspector.faults());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8"})
    void opensAnyNameInTheLocaleCAndInOneThatIsNotInstalled(String locale) throws Exception {
        assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "this JVM cannot pass such a name on");
        Path job = RecordedJob.hung(folder.resolve("jöb"), "hung");

        run(SCRIPT, Map.of("LC_ALL", locale), "analyze", job).assertBlamesRankZero();
    }

    @Test
    void findsTheJarBesideItself() throws Exception {
        Path script = Files.copy(SCRIPT, folder.resolve("rollcall"));

        CommandLineRun without = run(script, Map.of(), "--version");
        assertEquals(2, without.exitCode());
        assertTrue(without.err().startsWith("rollcall: there is no rollcall.jar beside "), without.err());

        Files.createSymbolicLink(folder.resolve("rollcall.jar"), Path.of(System.getProperty("rollcall.jar")));
        assertEquals(0, run(script, Map.of(), "--version").exitCode());
    }

    @Test
    void anArchiveOfClassesThatIsDamagedOrOfAnotherJarIsIgnored() throws Exception {
        Path jar = Path.of(System.getProperty("rollcall.jar"));
        Path script = Files.copy(SCRIPT, folder.resolve("rollcall"));
        Files.copy(jar, folder.resolve("rollcall.jar"));
        Path archive = folder.resolve("rollcall.jsa");
        Path checksum = folder.resolve("rollcall.jsa.cksum");
        Path built = jar.resolveSibling("rollcall.jsa");
        if (Files.exists(built)) {
            Files.copy(jar.resolveSibling("rollcall.jsa.cksum"), checksum);
            byte[] whole = Files.readAllBytes(built);
            Files.write(archive, whole);
            assertPrintsVersionOnly(run(script, Map.of(), "--version"));
            Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
            assertPrintsVersionOnly(run(script, Map.of(), "--version"));
            whole[whole.length / 2] ^= 1;
            Files.write(archive, whole);
            assertPrintsVersionOnly(run(script, Map.of(), "--version"));
            Files.delete(checksum);
        }
        Files.writeString(archive, "no archive");
        assertPrintsVersionOnly(run(script, Map.of(), "--version"));
    }

    private static void assertPrintsVersionOnly(CommandLineRun version) {
        assertEquals("", version.err());
        assertTrue(version.out().matches("rollcall \\S+\n"), version.out());
        assertEquals(0, version.exitCode());
    }

    @Test
    void aJvmThatCannotStartExitsWithTwo() throws Exception {
        assertEquals(
                2,
                run(SCRIPT, Map.of("JAVA_OPTIONS", "-XX:NoSuchOption"), "--version")
                        .exitCode());
    }

    /** The script chooses a collector of garbage for scans, and a JVM that is given two does not start. */
    @ParameterizedTest
    @ValueSource(strings = {"JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"})
    void scansWithTheCollectorOfGarbageThatTheUserChose(String variable) throws Exception {
        Path file = Files.writeString(folder.resolve("job.py"), """
                import torch.distributed as dist
                if dist.get_rank() == 0:
                    dist.barrier()
                """);

        assertEquals(1, run(SCRIPT, Map.of(), "scan", file).exitCode());
        assertEquals(
                1,
                run(SCRIPT, Map.of(variable, "-XX:+UseParallelGC"), "scan", file)
                        .exitCode());
    }

    /** Makes a folder that looks like an installed JVM, whose java prints a line. */
    private Path jvm(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\necho " + name + "\n");
        assertTrue(java.toFile().setExecutable(true));
        return home;
    }

    @Test
    void takesTheFirstJvmOnThePathThatIsNewEnough() throws Exception {
        for (String version : List.of("17", "17.0.15", "21.0.2", "25", "100.1")) {
            String path = List.of(
                            jvm("eight", "1.8.0_402"),
                            jvm("nine", "9.0.4"),
                            jvm("eleven", "11.0.2"),
                            jvm("new", version))
                    .stream()
                    .map(home -> home.resolve("bin") + ":")
                    .collect(Collectors.joining());
            CommandLineRun run =
                    run(SCRIPT, Map.of("JAVA_HOME", "", "PATH", path + System.getenv("PATH")), "--version");
            assertEquals("new\n", run.out(), version);
        }
    }

    /** The script asks bash for the system, and bash takes a value that it is given. */
    @Test
    void passesOverTheStubOfMacos() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/java")), "there is no /usr/bin/java to pass over");
        String path = "/usr/bin:" + jvm("other", "17.0.15").resolve("bin") + ":" + System.getenv("PATH");

        assertEquals(
                "other\n",
                run(SCRIPT, Map.of("JAVA_HOME", "", "PATH", path, "OSTYPE", "darwin23"), "--version")
                        .out());
    }

    @Test
    void refusesAJavaHomeWithoutAJvmThatIsNewEnough() throws Exception {
        for (Path home : List.of(folder.resolve("nothing"), jvm("eight", "1.8.0_402"))) {
            CommandLineRun run = run(SCRIPT, Map.of("JAVA_HOME", home.toString()), "--version");
            assertEquals(2, run.exitCode());
            assertEquals(
                    "rollcall: JAVA_HOME is " + home
                            + ", and there is no Java 17 or later: set it to one, or unset it\n",
                    run.err());
        }
    }

    @Test
    void findsTheJarOfARelease() throws Exception {
        Path script = folder.resolve("bin/rollcall");
        Path jar = folder.resolve("lib/rollcall/rollcall.jar");
        Files.createDirectories(script.getParent());
        Files.createDirectories(jar.getParent());
        Files.copy(SCRIPT, script);
        Files.createSymbolicLink(jar, Path.of(System.getProperty("rollcall.jar")));
        assertEquals(0, run(script, Map.of(), "--version").exitCode());
    }
}
