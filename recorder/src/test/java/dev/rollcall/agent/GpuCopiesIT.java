package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.gpu.RealGpu;
import dev.rollcall.ranks.GpuCopies;
import dev.rollcall.ranks.GpuCudartCopies;
import dev.rollcall.ranks.GpuHostCopies;
import dev.rollcall.ranks.GpuSymptom;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of real programs under the agent, corrupted by a library that is preloaded under the driver. */
@RealGpu
class GpuCopiesIT {
    static final Path INJECTOR = Path.of(System.getProperty("rollcall.faults", "../native/faults/target/faults.so"));
    private static final Map<String, String> VERDICTS = Map.of(
            "none", "intact",
            "zero", "zeroed",
            "skip", "stale",
            "truncate", "partial",
            "permute", "permuted",
            "flip", "damaged");

    @TempDir
    private Path folder;

    private void namesEveryFault(Class<?> program, String... arguments) throws Exception {
        assumeTrue(Files.exists(INJECTOR), "native/faults/build makes the injector of faults");
        Path faults = Files.writeString(folder.resolve("faults"), "none");
        try (Forked process = new Forked(folder).options("copies=all")) {
            process.environment("LD_PRELOAD", INJECTOR.toAbsolutePath().toString())
                    .environment("ROLLCALL_FAULTS", faults.toString());
            Forked.Result result = process.run(1, program, arguments).get(0);
            assertEquals(0, result.exitCode(), result.out() + result.err());
            List<String> made = result.out()
                    .lines()
                    .filter(line -> !line.startsWith("last"))
                    .toList();
            assertTrue(made.size() > 3, result.out() + result.err());
            assertTrue(result.out().contains("last error 0"), result.out());
            TraceReader trace = TraceReader.open(process.trace(0));
            List<String> recorded = trace.copies().events().stream()
                    .map(RecordedEvent::event)
                    .map(CopyEvent.class::cast)
                    .filter(copy -> copy.kind() == CopyKind.PEER || copy.kind() == CopyKind.DEVICE_TO_DEVICE)
                    .map(copy -> trace.string(copy.function()) + " "
                            + copy.check().verdict().label())
                    .toList();
            assertEquals(expected(made), String.join("\n", recorded), result.err());
            boolean own = trace.copies().events().stream()
                    .anyMatch(each ->
                            trace.string(((CopyEvent) each.event()).function()).equals("cuMemcpyDtoHAsync"));
            assertFalse(own, "the agent's own copies are recorded");
        }
    }

    private static String expected(List<String> made) {
        return made.stream()
                .map(line -> line.split(" "))
                .map(words -> words[0] + " " + (words[2].equals("0") ? VERDICTS.get(words[1]) : "not_verified"))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void reportsEveryFaultOfEveryMethodOfJCuda() throws Exception {
        namesEveryFault(GpuCopies.class);
    }

    @Test
    void reportsFaultsIfJCudaThrows() throws Exception {
        namesEveryFault(GpuCopies.class, "throw");
    }

    @Test
    void reportsFaultsOfJavaCpp() throws Exception {
        namesEveryFault(GpuCudartCopies.class);
    }

    /** The driver does not say in time that an asynchronous copy to memory that is not pinned has ended. */
    private static boolean asExpected(String expected, String recorded) {
        return recorded.equals(expected)
                || recorded.endsWith("Async not_verified") && expected.startsWith(recorded.split(" ")[0]);
    }

    @Test
    void reportsFaultsOfCopiesFromAndToTheHost() throws Exception {
        assumeTrue(Files.exists(INJECTOR), "native/faults/build makes the injector of faults");
        Path faults = Files.writeString(folder.resolve("faults"), "none");
        try (Forked process = new Forked(folder).options("copies=all")) {
            process.environment("LD_PRELOAD", INJECTOR.toAbsolutePath().toString())
                    .environment("ROLLCALL_FAULTS", faults.toString());
            Forked.Result result = process.run(1, GpuHostCopies.class).get(0);
            assertEquals(0, result.exitCode(), result.out() + result.err());
            assertTrue(result.out().contains("last error 0"), result.out());
            List<String> expected = expected(result.out()
                            .lines()
                            .filter(line -> !line.startsWith("last"))
                            .toList())
                    .lines()
                    .toList();
            TraceReader trace = TraceReader.open(process.trace(0));
            List<String> recorded = trace.copies().events().stream()
                    .map(RecordedEvent::event)
                    .map(CopyEvent.class::cast)
                    .filter(copy -> copy.bytes() == 1_000_004)
                    .map(copy -> trace.string(copy.function()) + " "
                            + copy.check().verdict().label())
                    .toList();
            assertEquals(expected.size(), recorded.size(), result.err());
            for (int i = 0; i < expected.size(); i++) {
                assertTrue(
                        asExpected(expected.get(i), recorded.get(i)),
                        i + ": " + recorded.get(i) + " should be " + expected.get(i) + result.err());
            }
            long open = recorded.stream()
                    .filter(each -> each.endsWith("not_verified"))
                    .count();
            System.out.println(recorded.size() + " copies from and to the host, " + open + " not verified");
            assertTrue(open <= 24, open + " not verified");
        }
    }

    private Forked.Result symptom(String action) throws Exception {
        assumeTrue(Files.exists(INJECTOR), "native/faults/build makes the injector of faults");
        Path faults = Files.writeString(folder.resolve("faults"), "none");
        try (Forked process = new Forked(folder).options("copies=all,corrupt=" + action)) {
            process.environment("LD_PRELOAD", INJECTOR.toAbsolutePath().toString())
                    .environment("ROLLCALL_FAULTS", faults.toString());
            Forked.Result result = process.run(1, GpuSymptom.class).get(0);
            assertEquals(0, result.exitCode(), result.out() + result.err());
            return result;
        }
    }

    @Test
    void reportsTheSymptomOnce() throws Exception {
        Forked.Result result = symptom("warn");
        assertEquals("source 4194304, destination 0\n", result.out());
        assertEquals(2, result.own().size(), result.err());
        assertTrue(result.own().get(1).contains(" arrived zeroed: "), result.err());
    }

    @Test
    void throwsFromTheCopyIfConfigured() throws Exception {
        String out = symptom("throw").out();
        List<String> lines = out.lines().toList();
        assertEquals(4, lines.size(), out);
        assertTrue(lines.get(0).endsWith("at cudaMemcpyPeer copy"), out);
        assertTrue(lines.get(2).contains(" arrived zeroed: "), out);
    }

    @Test
    void repairsTheResultIfConfigured() throws Exception {
        assertEquals("source 4194304, destination 4194304\n", symptom("reroute").out());
    }
}
