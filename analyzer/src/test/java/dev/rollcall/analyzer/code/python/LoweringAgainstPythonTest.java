package dev.rollcall.analyzer.code.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FormText;
import dev.rollcall.analyzer.code.form.FunctionId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random functions do the same in the intermediate form as in Python itself, where the machine has it. */
class LoweringAgainstPythonTest {
    private static final int FUNCTIONS = 600;
    private static final long[][] ARGUMENTS = {{0, 0}, {1, 5}, {2, -3}};
    private static final String PRELUDE = """
            import sys
            trace = []
            def emit(value):
                trace.append(repr(value))
                return value
            def fail(value):
                if value % 3 == 0:
                    raise KeyError(value)
                return value
            class Manager:
                def __init__(self, name):
                    self.name = name
                def __enter__(self):
                    trace.append("enter " + repr(self.name))
                    return self.name
                def __exit__(self, *how):
                    trace.append("leave " + repr(self.name))
            def run(function, *arguments):
                trace.clear()
                try:
                    trace.append("returns " + repr(function(*arguments)))
                except Exception as e:
                    trace.append("raises " + type(e).__name__)
                print("; ".join(trace))
            """;

    @TempDir
    Path folder;

    @Test
    void randomFunctionsDoTheSame() throws IOException, InterruptedException {
        long seed = Long.getLong("rollcall.seed", System.nanoTime());
        System.out.println("seed " + seed);
        RandomPrograms programs = new RandomPrograms(new Random(seed));
        List<String> functions = new ArrayList<>();
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i < FUNCTIONS; i++) {
            functions.add(programs.function("f" + i));
            for (long[] each : ARGUMENTS) {
                calls.append("run(f" + i + ", " + each[0] + ", " + each[1] + ")\n");
            }
        }
        String text = String.join("", functions);
        List<String> expected = python(PRELUDE + text + calls);
        CodeUnit unit = Sources.unit(folder.resolve("program"), "program.py", text);
        FormInterpreter interpreter = new FormInterpreter(unit);
        for (int i = 0; i < FUNCTIONS; i++) {
            FunctionId id = new FunctionId("program.py", "", "f" + i, "");
            for (int k = 0; k < ARGUMENTS.length; k++) {
                String actual = run(interpreter, id, ARGUMENTS[k]);
                String function = functions.get(i);
                assertEquals(
                        expected.get(i * ARGUMENTS.length + k),
                        actual,
                        () -> "seed " + seed + "\n" + function
                                + FormText.print(unit.function(id).orElseThrow()));
            }
        }
    }

    private static String run(FormInterpreter interpreter, FunctionId id, long[] arguments) {
        try {
            return interpreter.run(id, List.of(arguments[0], arguments[1]));
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private List<String> python(String program) throws IOException, InterruptedException {
        Path file = folder.resolve("whole.py");
        Path output = folder.resolve("output.txt");
        Files.writeString(file, program);
        int status;
        try {
            Process python = new ProcessBuilder("python3", file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            Assumptions.assumeTrue(python.waitFor(2, TimeUnit.MINUTES), "python3 takes too long");
            status = python.exitValue();
        } catch (IOException e) {
            status = -1;
        }
        Assumptions.assumeTrue(status >= 0, "no python3 on this machine");
        String lines = Files.readString(output, StandardCharsets.UTF_8);
        Assumptions.assumeFalse(lines.contains("SyntaxError"), "python3 is older than 3.10: " + lines);
        assertEquals(0, status, lines);
        return lines.lines().toList();
    }
}
