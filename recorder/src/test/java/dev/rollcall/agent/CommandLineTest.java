package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a trace holds of command lines; the same for the agent and for the native recorder. */
class CommandLineTest {
    private static final String CASES = "command-lines.txt";

    @TempDir
    private Path folder;

    static Stream<String[]> cases() throws IOException {
        List<String[]> cases = new ArrayList<>();
        String arguments = "";
        try (InputStream in = CommandLineTest.class.getResourceAsStream(CASES)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.startsWith("=> ")) {
                    cases.add(new String[] {arguments, line.substring("=> ".length())});
                }
                arguments = line;
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void masksWhatLooksLikeASecret(String arguments, String masked) {
        assertEquals(masked, CommandLine.masked(List.of(arguments.split("\\|"))));
    }

    @Test
    void theNativeRecorderMasksTheSame() throws Exception {
        Path compiler = Stream.of(System.getenv("PATH").split(":"))
                .map(path -> Path.of(path, "cc"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(compiler != null, "skipped: there is no cc on the path");
        Path preload = Path.of("..", "native", "preload");
        Path program = folder.resolve("command_line");
        run(
                compiler.toString(),
                "-std=c11",
                "-o",
                program.toString(),
                preload.resolve("test/command_line.c").toString(),
                preload.resolve("src/command_line.c").toString());
        Path cases = Path.of(CommandLineTest.class.getResource(CASES).toURI());
        String printed = run(program.toString(), cases.toString());
        assertTrue(printed.contains(cases().count() + " command lines, 0 wrong"), printed);
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }
}
