package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A C program of native/preload/test under the preloaded recorder. CUDA and NCCL are stand-ins whose devices' memory is the host's: copies
 * and checksums are real, and nothing is asynchronous. Copies are corrupted by native/faults/faults.c.
 */
final class NativeProgram {
    private static boolean compiled;

    private final Path recorder;
    private final Path libraries;
    private final Path program;

    private NativeProgram(Path recorder, Path libraries, Path program) {
        this.recorder = recorder;
        this.libraries = libraries;
        this.program = program;
    }

    /** What a run has left. */
    record Run(String output, String errors, List<Path> traces) {}

    /** Builds a program and what it needs into a folder; without the compilers the test is skipped. */
    static NativeProgram build(Path folder, String name) throws IOException, InterruptedException {
        Path libraries = StandIns.libraries();
        assumeTrue(Files.exists(libraries.resolve("checksum.o")), "no C++ compiler on this machine");
        Path program = folder.resolve(name);
        compile(
                "cc",
                "-std=c11",
                "-g",
                "-O1",
                "-o",
                program.toString(),
                "../native/preload/test/" + name + ".c",
                libraries.resolve("libcudart.so.13").toString(),
                libraries.resolve("libcuda.so.1").toString(),
                libraries.resolve("libnccl.so.2").toString(),
                "-lpthread");
        return new NativeProgram(recorder(), libraries, program);
    }

    /** Returns the recorder without that of MPI; the first call compiles it. */
    private static synchronized Path recorder() throws IOException, InterruptedException {
        Path folder = Path.of("target/preload");
        if (!compiled) {
            compile("env", "MPIS=", "../native/preload/build", folder.toString());
            compiled = true;
        }
        return folder.resolve("librollcall.so").toAbsolutePath();
    }

    private static void compile(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
    }

    /** Returns the program's file. */
    Path file() {
        return program;
    }

    /**
     * Runs the program.
     *
     * @param folder where the trace and the driver's log go
     * @param fault of the copies; empty to do without the injector, which is in the way of NCCL's calls
     * @param variables of the environment, such as the recorder's options
     */
    Run run(Path folder, String fault, Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("fault"), fault);
        ProcessBuilder command = new ProcessBuilder(Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                        .toList())
                .redirectError(folder.resolve("err").toFile());
        Map<String, String> environment = command.environment();
        environment.keySet().removeIf(variable -> variable.startsWith("ROLLCALL_"));
        environment.put("LD_LIBRARY_PATH", libraries.toString());
        String injector = fault.isEmpty() ? "" : StandIns.injector() + ":";
        environment.put("LD_PRELOAD", injector + recorder);
        environment.put("ROLLCALL_FAULTS", folder.resolve("fault").toString());
        environment.put("ROLLCALL_FILE", folder.resolve("%p.trace").toString());
        environment.put("ROLLCALL_CUDA_LOG", folder.resolve("log").toString());
        environment.put("ROLLCALL_DRIVER", "sums");
        environment.putAll(variables);
        Process process = command.start();
        String output = new String(process.getInputStream().readAllBytes());
        int code = process.waitFor();
        String errors = Files.readString(folder.resolve("err"));
        assertEquals(0, code, output + errors);
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> traces =
                    files.filter(file -> file.toString().endsWith(".trace")).toList();
            return new Run(output, errors, traces);
        }
    }
}
