package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.generate.fault.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(value = OS.LINUX, disabledReason = "the scripts are for Linux")
class ScriptsTest {

    private record Printed(int exitCode, String text) {}

    private static Printed bash(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of("bash"), Stream.of(command)).toList())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Printed(process.waitFor(), text);
    }

    @Test
    void helpListsEverySample() throws Exception {
        assertEquals(
                Stream.of(Sample.values())
                        .map(sample -> String.format("  %-20s %s", sample.id(), sample.about()))
                        .toList(),
                listed("run", "samples:"));
    }

    @Test
    void helpListsEveryFault() throws Exception {
        assertEquals(
                Stream.of(Fault.values())
                        .map(fault -> String.format("  %-20s %s", fault.id(), fault.about()))
                        .toList(),
                listed("generate", "faults:"));
    }

    private static List<String> listed(String script, String title) throws IOException, InterruptedException {
        return bash(script, "--help")
                .text()
                .lines()
                .dropWhile(line -> !line.equals(title))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "demo", "repeat", "generate", "mutations", "zeroed-copy", "gpu"})
    void helpNeedsNoBuild(String script) throws Exception {
        Printed help = bash(script, "--help");

        assertEquals(0, help.exitCode());
        assertTrue(help.text().startsWith("usage: samples/" + script), help.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "generate", "gpu"})
    void noArgumentIsAUsageError(String script) throws Exception {
        assertEquals(2, bash(script).exitCode());
    }
}
