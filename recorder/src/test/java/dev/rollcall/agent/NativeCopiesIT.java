package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A C program that copies through CUDA's runtime, under the preloaded recorder. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class NativeCopiesIT {
    private static final int LINEAR = 18;
    private static final int BOXES = 5;

    @TempDir
    private static Path built;

    private static NativeProgram program;

    @TempDir
    private Path folder;

    private String errors = "";

    private List<Path> traces = List.of();

    @BeforeAll
    static void build() throws Exception {
        program = NativeProgram.build(built, "copies");
    }

    /** Runs the program with two devices; returns what it printed. */
    private String copy(String kinds, String fault, Map<String, String> options) throws Exception {
        NativeProgram.Run run = program.run(folder, fault, options, kinds, "2");
        errors = run.errors();
        traces = run.traces();
        return run.output();
    }

    private List<CopyEvent> copies() throws IOException {
        assertEquals(1, traces.size());
        try (TraceReader trace = TraceReader.open(traces.get(0))) {
            assertEquals(Map.of(), trace.losses());
            List<CopyEvent> copies = new ArrayList<>();
            for (RecordedEvent each : trace.copies().events()) {
                copies.add((CopyEvent) each.event());
            }
            return copies;
        }
    }

    private static Map<CopyVerdict, Long> verdicts(List<CopyEvent> copies) {
        return copies.stream()
                .collect(Collectors.groupingBy(copy -> copy.check().verdict(), TreeMap::new, Collectors.counting()));
    }

    @Test
    void recordsCopiesBetweenDevicesAndFindsThemIntact() throws Exception {
        String output = copy("lb", "none", Map.of());
        assertTrue(output.endsWith(LINEAR + BOXES + " arrived, 0 did not, 0 errors\n"), output);
        List<CopyEvent> copies = copies();
        assertEquals(Map.of(CopyVerdict.INTACT, (long) LINEAR + BOXES), verdicts(copies));
        assertEquals(Set.of(CopyKind.PEER), copies.stream().map(CopyEvent::kind).collect(Collectors.toSet()));
        CopyEvent first = copies.get(0);
        assertEquals(0, first.sourceDevice());
        assertEquals(1, first.destinationDevice());
        assertEquals(1, first.bytes());
        assertEquals(1, first.rows());
        try (TraceReader trace = TraceReader.open(traces.get(0))) {
            assertEquals(2, trace.devices().size());
            assertEquals("cudaMemcpyAsync", trace.string(first.function()));
            assertEquals(
                    program.file().toString(), trace.stack(first.stack()).get(0).type());
            assertEquals("copies", trace.string(first.thread()));
        }
        CopyEvent planes = copies.stream()
                .filter(copy -> copy.volume() != null)
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of(48L, 20L, 9L, 256L, 40L, 16L, 3L, 2L, 0L),
                List.of(
                        planes.bytes(),
                        planes.rows(),
                        planes.volume().depth(),
                        planes.sourcePitch(),
                        planes.volume().sourceHeight(),
                        planes.volume().sourceX(),
                        planes.volume().sourceY(),
                        planes.volume().sourceZ(),
                        planes.volume().destinationX()));
    }

    @ParameterizedTest
    @CsvSource({"zero, ZEROED", "skip, STALE", "flip, DAMAGED"})
    void classifiesACorruptCopy(String fault, CopyVerdict expected) throws Exception {
        String output = copy("l", fault, Map.of());
        assertTrue(output.endsWith("0 arrived, " + LINEAR + " did not, 0 errors\n"), output);
        assertEquals(Map.of(expected, (long) LINEAR), verdicts(copies()));
        assertTrue(
                errors.matches(
                        "rollcall: a copy of \\d+ bytes from GPU 0 to GPU 1 arrived " + expected.label() + ": .*\n"),
                errors);
    }

    @ParameterizedTest
    @CsvSource({"truncate, PARTIAL, STALE", "permute, PERMUTED, INTACT"})
    void classifiesACorruptCopyOfMoreThanAByte(String fault, CopyVerdict expected, CopyVerdict ofOneByte)
            throws Exception {
        copy("l", fault, Map.of());
        for (CopyEvent copy : copies()) {
            assertEquals(copy.bytes() == 1 ? ofOneByte : expected, copy.check().verdict(), copy.toString());
        }
    }

    @Test
    void reroutesCopiesOfADevicePair() throws Exception {
        String output = copy("lb", "zero", Map.of("ROLLCALL_CORRUPT", "reroute"));
        assertTrue(output.endsWith(LINEAR + BOXES + " arrived, 0 did not, 0 errors\n"), output);
        List<CopyEvent> copies = copies();
        assertEquals(Map.of(CopyVerdict.ZEROED, 1L, CopyVerdict.INTACT, (long) LINEAR + BOXES), verdicts(copies));
        for (CopyEvent copy : copies) {
            assertEquals(copy.check().verdict() == CopyVerdict.INTACT, copy.path() == CopyPath.REROUTED);
        }
    }

    @Test
    void returnsAnErrorWhereACorruptCopyShallThrow() throws Exception {
        String output = copy("lb", "zero", Map.of("ROLLCALL_CORRUPT", "throw"));
        assertTrue(output.endsWith(BOXES + " arrived, 0 did not, " + LINEAR + " errors\n"), output);
        assertTrue(errors.contains("cudaErrorUnknown (999)"), errors);
    }

    @Test
    void verifiesCopiesFromAndToTheHost() throws Exception {
        copy("h", "flip 70001", Map.of("ROLLCALL_COPIES", "all"));
        Map<CopyKind, Long> damaged = copies().stream()
                .filter(copy -> copy.check().verdict() == CopyVerdict.DAMAGED)
                .collect(Collectors.groupingBy(CopyEvent::kind, Collectors.counting()));
        assertTrue(damaged.get(CopyKind.HOST_TO_DEVICE) >= 4, damaged.toString());
        assertTrue(damaged.get(CopyKind.DEVICE_TO_HOST) >= 3, damaged.toString());
    }

    @Test
    void recordsARefusedCopyAsFailedAndNoneThatIsCaptured() throws Exception {
        copy("ce", "none", Map.of());
        List<CopyEvent> copies = copies();
        assertEquals(1, copies.size());
        assertTrue(copies.get(0).failed());
        try (TraceReader trace = TraceReader.open(traces.get(0))) {
            assertEquals(
                    "cudaMemcpy2DAsync returned 1", trace.string(copies.get(0).text()));
        }
    }

    @Test
    void waitsForNoStreamOfTheProgramUnlessItActsOnTheResult() throws Exception {
        String stream =
                copy("lb", "none", Map.of()).lines().findFirst().orElseThrow().split(" ")[1];
        // The program itself waits through the runtime, which does not ask the driver.
        List<String> log = Files.readAllLines(folder.resolve("log"));
        assertTrue(log.contains("checksum " + stream), "nothing was summed");
        assertEquals(
                List.of(),
                log.stream()
                        .filter(line -> line.startsWith("wait")
                                || line.equals("synchronize " + stream)
                                || line.equals("synchronize (nil)"))
                        .toList());
    }

    @Test
    void goesOnAfterTheDeviceWasReset() throws Exception {
        String output = copy("r", "none", Map.of());
        assertTrue(output.endsWith(LINEAR + " arrived, 0 did not, 0 errors\n"), output);
        assertTrue(verdicts(copies()).get(CopyVerdict.INTACT) >= LINEAR);
    }

    @Test
    void recordsCopiesThatItCannotVerify() throws Exception {
        copy("lb", "none", Map.of("ROLLCALL_DRIVER", "old"));
        List<CopyEvent> copies = copies();
        assertEquals(11, copies.size());
        try (TraceReader trace = TraceReader.open(traces.get(0))) {
            assertEquals(
                    "the CUDA driver is older than CUDA 11.4",
                    trace.string(copies.get(0).text()));
        }
        assertEquals(
                "rollcall: copies are not verified: the CUDA driver is older than CUDA 11.4; they are recorded\n",
                errors);
        assertTrue(copies.stream().noneMatch(CopyEvent::completed));
    }

    @ParameterizedTest
    @CsvSource({"off, lbh", "peer, u"})
    void createsNoTraceWithoutACopyToRecord(String scope, String kinds) throws Exception {
        copy(kinds, "none", Map.of("ROLLCALL_COPIES", scope));
        assertEquals(List.of(), traces);
    }

    @Test
    void recordsNothingAfterAnInvalidOption() throws Exception {
        copy("lb", "none", Map.of("ROLLCALL_CORRUPT", "panic"));
        assertEquals(List.of(), traces);
        assertEquals(
                "rollcall: ROLLCALL_CORRUPT must be one of warn, throw, reroute, not panic; nothing is recorded\n",
                errors);
    }
}
