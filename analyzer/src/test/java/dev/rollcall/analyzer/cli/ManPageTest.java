package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPageTest {
    private static String run(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("MANWIDTH", "80");
        Process process = builder.start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void assume(String program) {
        try {
            run(program, "--version");
        } catch (IOException absent) {
            assumeTrue(false, "there is no " + program + " on this machine");
        }
    }

    private static String page() {
        CommandLineRun run = CommandLineRun.of("help", "--man");
        assertEquals(0, run.exitCode());
        return run.out();
    }

    @Test
    void namesEveryCommandAndOption() {
        String page = page();

        for (CommandSyntax command : Commands.ALL) {
            assertTrue(page.contains(".SS rollcall " + command.name()), command.name());
            command.options()
                    .forEach(option -> assertTrue(
                            page.contains("\\fB\\-\\-" + option.name().replace("-", "\\-") + "\\fR"), option.name()));
        }
    }

    @Test
    void startsNoLineOfTextLikeARequest() {
        page().lines()
                .filter(line -> line.startsWith(".") || line.startsWith("'"))
                .forEach(line -> assertTrue(line.matches("\\.(TH|SH|SS|PP|TP|B|I|RS|RE|nf|fi)( .*)?"), line));
    }

    @Test
    void isFormattedWithoutAWarning(@TempDir Path folder) throws IOException {
        assume("groff");
        Path file = Files.writeString(folder.resolve("rollcall.1"), page());

        assertEquals("", run("groff", "-man", "-Tutf8", "-ww", "-z", file.toString()));
    }

    @Test
    void isReadByMan(@TempDir Path folder) throws IOException {
        assume("man");
        Path file = Files.writeString(folder.resolve("rollcall.1"), page());

        String text = run("man", "-l", "-P", "cat", file.toString());

        assertTrue(
                text.replaceAll(".\b|\u001b\\[\\d*m", "").contains("rollcall - explain why a distributed job hangs"),
                text);
    }
}
