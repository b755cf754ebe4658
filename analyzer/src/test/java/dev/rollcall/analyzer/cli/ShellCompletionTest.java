package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the completion in real shells. */
class ShellCompletionTest {
    @TempDir
    Path folder;

    private static String run(Path where, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void assumeShell(String shell) {
        try {
            run(folder, shell, "-c", "true");
        } catch (IOException absent) {
            assumeTrue(false, "there is no " + shell + " on this machine");
        }
    }

    /** Returns what bash offers for the last of these words. */
    private List<String> bash(String... words) throws IOException {
        Path script = Files.writeString(
                folder.resolve("completion.sh"),
                CommandLineRun.of("completion", "bash").out());
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _rollcall; printf '%s\\n' \"${COMPREPLY[@]}\"",
                "bash",
                script.toString(),
                "rollcall"));
        command.addAll(List.of(words));
        return run(folder, command.toArray(String[]::new))
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @Test
    void offersCommandsAndOptionsInBash() throws IOException {
        assumeShell("bash");

        assertEquals(Commands.names(), bash(""));
        assertEquals(List.of("show", "scan"), bash("s"));
        assertEquals(List.of("--help", "--version"), bash("--"));
        for (CommandSyntax command : Commands.ALL) {
            assertEquals(
                    command.allOptions().stream()
                            .map(option -> "--" + option.name())
                            .toList(),
                    bash(command.name(), "--"));
        }
    }

    @Test
    void offersValuesInBash() throws IOException {
        assumeShell("bash");
        Files.createDirectory(folder.resolve("my traces"));
        Files.createFile(folder.resolve("my.trace"));

        assertEquals(List.of("text", "json", "sarif"), bash("analyze", "--format", ""));
        assertEquals(List.of("json"), bash("analyze", "x", "--format", "=", "j"));
        assertEquals(List.of("text", "json"), bash("show", "--format", ""));
        assertEquals(List.of("my traces"), bash("analyze", "--source", "my"));
        assertEquals(new TreeSet<>(List.of("my traces", "my.trace")), new TreeSet<>(bash("analyze", "my")));
        assertEquals(List.of("bash", "zsh"), bash("completion", ""));
        assertEquals(List.of("show", "scan", "schema"), bash("help", "s"));
        assertEquals(List.of(), bash("probe", ""));
    }

    @Test
    void printsAScriptThatZshParsesAndLoads() throws IOException {
        assumeShell("zsh");
        Path script = Files.writeString(
                folder.resolve("completion.zsh"),
                CommandLineRun.of("completion", "zsh").out());

        assertEquals("", run(folder, "zsh", "-f", "-n", script.toString()));
        assertEquals(
                "_rollcall\n",
                run(
                        folder,
                        "zsh",
                        "-f",
                        "-c",
                        "autoload -Uz compinit && compinit -D -u && source " + script + " && print $_comps[rollcall]"));
    }

    @Test
    void declaresEveryOptionToZsh() {
        String script = CommandLineRun.of("completion", "zsh").out();

        for (CommandSyntax command : Commands.ALL) {
            assertTrue(script.contains("'" + command.name() + ":"), command.name());
            command.allOptions().forEach(option -> assertTrue(script.contains("--" + option.name()), option.name()));
        }
    }

    @Test
    void needsTheNameOfAShell() {
        CommandLineRun run = CommandLineRun.of("completion", "fish");

        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("bash or zsh"), run.err());
    }
}
