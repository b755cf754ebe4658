package dev.rollcall.analyzer.input.elf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A small program in C of two units and a header, which the compiler of this host makes for a test. For one thread. */
final class NativeProgram {
    private static final String HEADER = """
            static inline __attribute__((always_inline)) int scaled(int value) {
                int sum = 0;
                for (int i = 0; i < value; i++) {
                    sum += i * value;
                }
                return sum;
            }
            """;
    private static final String STEP = """
            #include "parts/scale.h"

            extern int call(int);

            __attribute__((noinline)) static int hidden(int value) {
                return call(value) + scaled(value);
            }

            int step(int value) {
                int result = 0;
                if (value > 3) {
                    result += hidden(value);
                }
                while (value-- > 0) {
                    result += call(result);
                }
                return result;
            }

            int removed(int value) {
                return call(value + 1);
            }
            """;
    private static final String MAIN = """
            #include <stdio.h>

            int step(int);

            __attribute__((noinline)) int call(int value) {
                return printf("%d\\n", value);
            }

            int main(int argc, char **argv) {
                (void)argv;
                int result = step(argc);
                return result > 1000;
            }
            """;

    final Path folder;
    final Path file;

    private NativeProgram(Path folder, Path file) {
        this.folder = folder;
        this.file = file;
    }

    /** Compiles the program in a folder; skips the test where that is not possible. */
    static NativeProgram compile(Path folder, String... flags) throws Exception {
        assumeTrue(isCommand("gcc") && isCommand("objcopy"), "gcc or objcopy is not installed");
        Files.createDirectories(folder.resolve("sources/parts"));
        Files.writeString(folder.resolve("sources/parts/scale.h"), HEADER);
        Files.writeString(folder.resolve("sources/step.c"), STEP);
        Files.writeString(folder.resolve("main.c"), MAIN);
        Path file = folder.resolve("solve");
        List<String> command = new ArrayList<>(List.of("gcc"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-o", file.toString(), "sources/step.c", "main.c"));
        run(folder, "", command.toArray(String[]::new));
        return new NativeProgram(folder, file);
    }

    static boolean isCommand(String name) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, name)));
    }

    /** Runs a command with an input; returns what it prints. */
    static String run(Path folder, String input, String... command) throws Exception {
        Path file = Files.writeString(folder.resolve("input.txt"), input);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(file.toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), String.join(" ", command) + "\n" + output);
        return output;
    }

    /** Where a function begins, and how long it is. */
    record Extent(long start, long size) {}

    /** Returns the functions by their names, as the system's tools find them; the file must have symbols. */
    Map<String, Extent> functions() throws Exception {
        return run(folder, "", "nm", "-S", file.toString())
                .lines()
                .map(line -> line.split(" "))
                .filter(columns -> columns.length == 4 && columns[2].matches("[tT]"))
                .collect(Collectors.toMap(
                        columns -> columns[3],
                        columns -> new Extent(Long.parseLong(columns[0], 16), Long.parseLong(columns[1], 16))));
    }
}
