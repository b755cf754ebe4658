package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A hung job beside {@link HostileFiles} gets the verdict that it gets alone, with a heap of 512 MB. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the files are made for Linux")
class HostileFolderIT {
    private static final Path DUMPS = Path.of("src/test/resources/corpus/pytorch-fr/rank0_eval_metric");
    private static final Path LOGS = Path.of("src/test/resources/corpus/nccl-log/ddp_short_loader");
    /** The runs take 90 s of processor time, on a machine that may do much else. */
    private static final long LIMIT_SECONDS = 1_800;

    private static final List<String> NOBODY = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    private Path scratch;

    /** Without the right to remove it, what is in a folder without rights stays. */
    @AfterEach
    void giveRightsBack() throws Exception {
        new ProcessBuilder("chmod", "-R", "u+rwX", scratch.toString()).start().waitFor();
    }

    private Path job(Path recorded) throws IOException {
        Path job = Files.createDirectories(scratch.resolve("job"));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(recorded, "nccl*")) {
            for (Path file : files) {
                Files.copy(file, job.resolve(file.getFileName()));
            }
        }
        return job;
    }

    private String run(Map<String, String> environment, List<String> command) throws Exception {
        Path out = scratch.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(scratch.resolve("err").toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> "it still runs");
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out);
    }

    /** Returns what each input costs, and what the coverages say of it. */
    private String beside(Path recorded, Map<String, String> environment, String which) throws Exception {
        String out = run(
                environment,
                List.of(
                        java(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileRun.class.getName(),
                        job(recorded).toString(),
                        Files.createDirectories(scratch.resolve("runs")).toString(),
                        which));
        assertTrue(out.endsWith("\n0 bad\n"), out + Files.readString(scratch.resolve("err")));
        return out;
    }

    /** Returns the inputs of which something is left out when they are alone, each with the lines of the coverages. */
    private static String leftOut(String out) {
        StringBuilder text = new StringBuilder();
        String input = "";
        for (String line : out.lines()
                .takeWhile(line -> !line.startsWith(HostileRun.TOGETHER))
                .toList()) {
            if (!line.startsWith(HostileRun.COVERAGE)) {
                input = line.substring(0, Math.max(0, line.indexOf('\t'))) + "\n";
            } else {
                text.append(input).append(line).append('\n');
                input = "";
            }
        }
        return text.toString();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** What is left out of an input depends on the rights of the user only for those without rights. */
    @Test
    void eachCostsItselfAloneAndIsNamedOnce() throws Exception {
        TEXTS.verify(leftOut(beside(DUMPS, Map.of("LC_ALL", "C.UTF-8"), "^(?!.*without rights)")));
    }

    @Test
    void theSameInTheLocaleC() throws Exception {
        beside(DUMPS, Map.of("LC_ALL", "C"), "name|link|pipe|rights|archive");
    }

    /** What is of the job's own format is read together with it. */
    @Test
    void logsAndReportsCostThemselvesBesideLogs() throws Exception {
        beside(LOGS, Map.of("LC_ALL", "C.UTF-8"), "\\ba log\\b|in a log|sparse log|a line of|blank|RAS report");
    }

    @Test
    void allTogetherCostNoVerdictInTheLocaleCAndWithoutRightsToSome() throws Exception {
        Path jar = Path.of(System.getProperty("rollcall.jar"));
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            List<String> test = new ArrayList<>(NOBODY);
            test.addAll(List.of("test", "-r", jar.toString()));
            assumeTrue(new ProcessBuilder(test).start().waitFor() == 0, "another user cannot read the jar: " + jar);
            command.addAll(NOBODY);
        }
        Path job = job(DUMPS);
        for (HostileFiles.Maker each : HostileFiles.all().values()) {
            each.write(job);
        }
        Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
        command.addAll(
                List.of(java(), "-Xmx512m", "-jar", jar.toString(), "analyze", "--format", "json", job.toString()));

        JsonNode answer = new ObjectMapper().readTree(run(Map.of("LC_ALL", "C"), command));

        JsonNode first = answer.get("jobs").get(0);
        assertEquals("desync", first.get("verdict").asText());
        assertEquals("[0]", first.get("culprits").toString());
        List<String> withoutRights = new ArrayList<>();
        for (JsonNode each : first.get("coverage").get("unreadable")) {
            if (each.get("reason").asText().equals("no permission")) {
                withoutRights.add(
                        Path.of(each.get("file").asText()).getFileName().toString());
            }
        }
        assertEquals(List.of("secret", "secret.log", "secret.trace"), withoutRights);
    }
}
