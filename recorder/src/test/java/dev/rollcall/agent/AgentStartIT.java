package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Collectives;
import dev.rollcall.ranks.EarlyLoader;
import dev.rollcall.ranks.Endings;
import dev.rollcall.ranks.NoCalls;
import dev.rollcall.ranks.OwnCalls;
import dev.rollcall.ranks.OwnLibrary;
import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.InstrumentedMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the agent does before the job begins. */
class AgentStartIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"slot=16", "hang=soon", "stack=-1", "libraries=mpi", "file=%q.trace", "calls=/no/such/file"})
    void rejectsUnknownOptionsBeforeTheJobStarts(String option) throws Exception {
        try (Forked process = new Forked(folder).options(option)) {
            Forked.Result result = process.run(1, Endings.class, "normal").get(0);
            assertEquals(2, result.exitCode());
            assertEquals("", result.out());
            assertEquals(1, result.err().lines().count(), result.err());
            assertTrue(result.err().startsWith("rollcall: "), result.err());
        }
    }

    @Test
    void runsTheJobUnrecordedIfTheFileCannotBeCreated() throws Exception {
        Path notAFolder = Files.writeString(folder.resolve("plain"), "");
        try (Forked process = new Forked(folder).options("file=" + notAFolder + "/x/%r.trace")) {
            Forked.Result result = process.run(1, Endings.class, "normal").get(0);
            assertEquals(0, result.exitCode());
            assertTrue(result.out().contains("before the end"));
            assertEquals(1, result.err().lines().count(), result.err());
            assertTrue(result.err().startsWith("rollcall: not recording: cannot create "), result.err());
        }
    }

    @Test
    void keepsAFileThatIsNotATrace() throws Exception {
        Path model = Files.writeString(folder.resolve("model.bin"), "weeks of work");
        try (Forked process = new Forked(folder).options("file=" + model)) {
            assertUnrecorded(process, model, "a file that is not a trace has this name, and is kept");
            assertEquals("weeks of work", Files.readString(model));
        }
    }

    @Test
    void runsTheJobWhenTheDiskIsFull() throws Exception {
        Path file = folder.resolve("0.trace");
        try (Forked process = new Forked(folder)
                .under("bash", "-c", "ulimit -f 100; exec \"$@\"", "bash")
                .options("file=" + file)) {
            assertUnrecorded(process, file, "File too large");
            assertFalse(Files.exists(file), "the incomplete file is deleted");
        }
    }

    /** The limit leaves room for what the JVM reserves, but not for half a gigabyte more. */
    @Test
    void runsTheJobIfTheFileCannotBeMapped() throws Exception {
        Path file = folder.resolve("0.trace");
        try (Forked process = new Forked(folder)
                .under("bash", "-c", "ulimit -v 520000; exec \"$@\"", "bash")
                .environment("MALLOC_ARENA_MAX", "1")
                .jvm("-Xmx32m")
                .jvm("-XX:ReservedCodeCacheSize=32m")
                .jvm("-XX:CompressedClassSpaceSize=16m")
                .options("heap=256m,file=" + file)) {
            assertUnrecorded(process, file, "Map failed");
            assertFalse(Files.exists(file), "the file is deleted");
        }
    }

    @Test
    void runsTheJobIfTheNameIsAFolder() throws Exception {
        Path kept = Files.createDirectories(folder.resolve("0.trace/kept"));
        try (Forked process = new Forked(folder).options("file=" + kept.getParent())) {
            assertUnrecorded(process, kept.getParent(), "not a regular file");
            assertTrue(Files.exists(kept));
        }
    }

    private static void assertUnrecorded(Forked process, Path file, String reason) throws Exception {
        Forked.Result result = process.run(1, Endings.class, "exit").get(0);
        assertEquals(
                "rollcall: not recording: cannot create " + file + ": " + reason + "; the job runs on\n", result.err());
        assertEquals(3, result.exitCode());
        assertEquals("before the end\nhook of the application\n", result.out());
    }

    @Test
    void leavesNothingOfAProgramThatMakesNoCall() throws Exception {
        Path calls = Files.writeString(
                folder.resolve("mine.calls"),
                "library mine\nclass " + OwnLibrary.class.getName() + "\ncall broadcast share input root\n");
        try (Forked process = new Forked(folder).options("calls=" + calls)) {
            Forked.Result result = process.run(1, NoCalls.class).get(0);
            assertEquals(0, result.exitCode());
            assertEquals("no calls\n", result.out());
            assertEquals("", result.err());
            assertFalse(Files.exists(process.trace(0)));
        }
    }

    @Test
    void leavesNothingOfACompilerThatARankStarts() throws Exception {
        Path source = Files.writeString(folder.resolve("Hello.java"), "class Hello { int x = }");
        Path traces = folder.resolve("traces");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "javac").toString(), source.toString())
                .redirectErrorStream(true);
        builder.environment()
                .put(
                        "JAVA_TOOL_OPTIONS",
                        "-javaagent:" + System.getProperty("rollcall.agent") + "=file=" + traces + "/%p.trace");
        builder.environment().put("RANK", "0");
        builder.environment().put("WORLD_SIZE", "2");
        Process compiler = builder.start();
        String printed = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, compiler.waitFor(), printed);
        assertFalse(printed.contains("rollcall: "), printed);
        assertFalse(Files.exists(traces));
    }

    @ParameterizedTest
    @CsvSource({"normally, NORMAL, 0", "exit, EXIT, 3", "halt, HALT, 4", "uncaught, NORMAL, 1"})
    void recordsARankOfSeveralThatEndsBeforeItsFirstCall(String how, EndKind kind, int exitCode) throws Exception {
        try (Forked process = new Forked(folder)) {
            assertEquals(exitCode, process.run(2, NoCalls.class, how).get(1).exitCode());
            Traces trace = Traces.open(process.trace(1));
            assertEquals(0, trace.calls().size());
            assertEquals(List.of(), trace.trace().communicators());
            List<EndEvent> ends = trace.events(EndEvent.class);
            assertEquals(how.equals("uncaught") ? 2 : 1, ends.size(), () -> "" + ends);
            EndEvent end = ends.get(ends.size() - 1);
            assertEquals(kind, end.kind());
            assertEquals(exitCode, end.exitCode());
        }
    }

    @Test
    void createsMissingFoldersAndPrintsWhatItRecords() throws Exception {
        Path file = folder.resolve("a/b/7-%r.trace");
        try (Forked process = new Forked(folder).options("file=" + file).environment("SLURM_JOB_ID", "7")) {
            Forked.Result result = process.run(1, Endings.class, "normal").get(0);
            assertEquals(0, result.exitCode());
            assertEquals("rw-------", permissions(folder.resolve("a/b/7-0.trace")));
            assertEquals("rwx------", permissions(folder.resolve("a")));
            assertEquals("rwx------", permissions(folder.resolve("a/b")));
            assertTrue(
                    result.err().matches("rollcall: \\S+ records c10d, nccl, jcuda, cudart, steps to .*7-0.trace\\R"),
                    result.err());
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @ParameterizedTest
    @CsvSource({"masked, true", "off, false"})
    void keepsSecretsOutOfTheTrace(String commandLine, boolean kept) throws Exception {
        try (Forked process = new Forked(folder).jvm("-Ddb.password=hunter2").options("commandline=" + commandLine)) {
            process.run(1, Endings.class, "normal", "--token", "abc123");
            String text = Traces.open(process.trace(0)).trace().identity().commandLine();
            assertEquals(kept, text.contains("-Ddb.password=*** "), text);
            assertEquals(kept, text.endsWith(" normal --token ***"), text);
            String file = Files.readString(process.trace(0), StandardCharsets.ISO_8859_1);
            assertFalse(file.contains("hunter2") || file.contains("abc123"));
        }
    }

    @Test
    void notesTheInstrumentedMethods() throws Exception {
        try (Forked process = new Forked(folder)) {
            assertEquals(0, process.run(1, Collectives.class).get(0).exitCode());
            List<InstrumentedMethod> notes =
                    Traces.open(process.trace(0)).trace().instrumented();
            assertTrue(notes.stream()
                    .anyMatch(note -> note.done()
                            && note.className().equals("org.bytedeco.pytorch.ProcessGroupGloo")
                            && note.method().equals("allreduce")));
            assertTrue(notes.stream().allMatch(InstrumentedMethod::done), () -> "" + notes);
        }
    }

    @Test
    void warnsOfClassesLoadedBeforeTheAgent() throws Exception {
        Path earlier = earlierAgent();
        Path calls = Files.writeString(
                folder.resolve("mine.calls"),
                "library mine\nclass " + OwnLibrary.class.getName() + "\ncall broadcast share input root\n");
        try (Forked process = new Forked(folder).jvm("-javaagent:" + earlier).options("calls=" + calls)) {
            Forked.Result result = process.run(1, Endings.class, "normal").get(0);
            assertEquals(0, result.exitCode());
            assertEquals(
                    1,
                    result.own().stream()
                            .filter(line -> line.contains(OwnLibrary.class.getName() + " is not recorded"))
                            .count(),
                    result.err());
            List<InstrumentedMethod> notes =
                    Traces.open(process.trace(0)).trace().instrumented();
            assertFalse(notes.stream()
                    .filter(note -> note.className().equals(OwnLibrary.class.getName()))
                    .anyMatch(InstrumentedMethod::done));
        }
    }

    @Test
    void recordsOnceIfTheAgentIsGivenTwice() throws Exception {
        Path calls = Files.writeString(
                folder.resolve("mine.calls"),
                "library mine\nclass " + OwnLibrary.class.getName() + "\ncall all_reduce sum input reduction\n");
        String first = "-javaagent:" + System.getProperty("rollcall.agent") + "=file=" + folder.resolve("first.trace")
                + ",calls=" + calls;
        try (Forked process = new Forked(folder).jvm(first).options("calls=" + calls)) {
            Forked.Result result = process.run(1, OwnCalls.class).get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals(2, result.own().size(), result.err());
            assertTrue(result.own().get(0).contains("given more than once"), result.err());
            assertEquals(1, Traces.open(folder.resolve("first.trace")).calls().size());
            assertFalse(Files.exists(process.trace(0)));
        }
    }

    /** Builds a second agent, given before ours, that loads a class of the catalogue. */
    private Path earlierAgent() throws Exception {
        Path jar = folder.resolve("earlier.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", EarlyLoader.class.getName());
        String resource = EarlyLoader.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(resource));
            try (var in = EarlyLoader.class.getResourceAsStream("/" + resource)) {
                in.transferTo(out);
            }
        }
        return jar;
    }
}
