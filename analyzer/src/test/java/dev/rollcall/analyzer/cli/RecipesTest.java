package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The shell recipes of docs/collect.md. */
@EnabledOnOs(OS.LINUX)
class RecipesTest {
    private static final Path PAGE = Path.of("..", "docs", "collect.md");
    private static final Pattern RECIPE = Pattern.compile("(?s)```sh\n(.*?)```");

    @TempDir
    Path folder;

    private static List<String> recipes() throws IOException {
        return RECIPE.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult each) -> each.group(1))
                .toList();
    }

    private record Ended(int code, String output) {}

    private Ended run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private boolean has(String program) {
        try {
            return run(Map.of(), program, "--version").code() == 0;
        } catch (Exception absent) {
            return false;
        }
    }

    @Test
    void areParsedByBash() throws Exception {
        assertFalse(recipes().isEmpty());
        for (String recipe : recipes()) {
            Path file = Files.writeString(folder.resolve("recipe.sh"), recipe);
            assertEquals(new Ended(0, ""), run(Map.of(), "bash", "-n", file.toString()), recipe);
        }
    }

    @Test
    void areFoundSoundByShellcheck() throws Exception {
        assumeTrue(has("shellcheck"), "there is no shellcheck on this machine");
        for (String recipe : recipes()) {
            Path file = Files.writeString(folder.resolve("recipe.sh"), recipe);
            Ended ended = run(Map.of(), "shellcheck", "--shell=bash", "--exclude=SC2154", file.toString());
            assertEquals(new Ended(0, ""), ended, recipe);
        }
    }

    /** The epilog as Slurm runs it, with other folders. */
    @Test
    void theEpilogCopiesTheTracesAndNeverFails() throws Exception {
        assumeTrue(has("runuser") && has("timeout"), "there is no runuser on this machine");
        assumeTrue(run(Map.of(), "id", "-u").output().equals("0\n"), "only root may run it");
        String epilog = recipes().stream()
                .filter(recipe -> recipe.contains("runuser"))
                .findFirst()
                .orElseThrow()
                .replace("/tmp/rollcall-", folder + "/from-")
                .replace("/shared/rollcall", folder + "/shared");
        Path script = Files.writeString(folder.resolve("epilog"), epilog);
        Map<String, String> job = Map.of("SLURM_JOB_ID", "7", "SLURM_JOB_USER", "root");

        assertEquals(new Ended(0, ""), run(job, "sh", script.toString()));
        RecordedJob.hung(folder.resolve("from-7/job"), "hung");
        assertEquals(new Ended(0, ""), run(job, "sh", script.toString()));

        assertFalse(Files.exists(folder.resolve("from-7")));
        CommandLineRun.of("analyze", folder.resolve("shared/root/7")).assertBlamesRankZero();
        Files.createDirectories(folder.resolve("from-8"));
        Files.writeString(folder.resolve("shared/root/8"), "in the way");
        assertEquals(
                0,
                run(Map.of("SLURM_JOB_ID", "8", "SLURM_JOB_USER", "root"), "sh", script.toString())
                        .code());
        assertTrue(Files.exists(folder.resolve("from-8")), "what was not copied stays");
    }
}
