package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.OwnCopies;
import dev.rollcall.ranks.OwnLaunches;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on machines without JCuda or a usable CUDA driver: one line says so, and everything else is recorded. */
class UnfitDriverIT {
    private static final String CALLS = """
            library mine
            class dev.rollcall.ranks.OwnCopies
              copy peer             move  destination destination_device source source_device bytes stream
              copy device_to_device again destination source bytes
              copy host_to_device   fill  destination source
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "no-device, copies are, CUDA_ERROR_NO_DEVICE",
        "old, copies are, the CUDA driver supports CUDA 10.2",
        "no-context, a copy is, there is no CUDA context",
        "no-kernel, copies are, CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
    })
    void warnsOnceWhyNothingIsVerified(String driver, String what, String why) throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS);
        try (Forked process = new Forked(folder).options("copies=all,calls=" + calls)) {
            process.environment("LD_LIBRARY_PATH", StandIns.libraries().toString())
                    .environment("ROLLCALL_DRIVER", driver);
            Forked.Result result = process.run(1, OwnCopies.class).get(0);
            assertEquals("nothing to copy 1\n", result.out(), result.err());
            assertEquals(2, result.own().size(), result.err());
            assertTrue(result.own().get(1).contains(what + " not verified: "), result.err());
            assertTrue(result.own().get(1).contains(why), result.err());
            List<CopyEvent> copies = TraceReader.open(process.trace(0)).copies().events().stream()
                    .map(each -> (CopyEvent) each.event())
                    .toList();
            assertEquals(4, copies.size(), copies.toString());
            assertTrue(copies.stream().allMatch(copy -> copy.check().verdict() == CopyVerdict.NOT_VERIFIED));
        }
    }

    @ParameterizedTest
    @CsvSource({"no-device, cuInit: CUDA_ERROR_NO_DEVICE", "old, the CUDA driver supports CUDA 10.2"})
    void warnsOnceWhyNothingIsCheckedOfLaunches(String driver, String why) throws Exception {
        try (Forked process = new Forked(folder).options("calls=" + launches())) {
            process.environment("LD_LIBRARY_PATH", StandIns.libraries().toString())
                    .environment("ROLLCALL_DRIVER", driver);
            assertWarnsOfLaunches(process.run(1, OwnLaunches.class).get(0), why);
        }
    }

    @Test
    void warnsOnceThatNothingIsCheckedOfLaunchesWithoutJCuda() throws Exception {
        Path alone = Files.copy(Path.of(System.getProperty("rollcall.agent")), folder.resolve("rollcall-agent.jar"));
        try (Forked process = new Forked(folder).options("calls=" + launches())) {
            process.agent(alone).without("jcuda");
            assertWarnsOfLaunches(process.run(1, OwnLaunches.class).get(0), "JCuda is not on the class path");
        }
    }

    private Path launches() throws IOException {
        return Files.writeString(folder.resolve("mine.calls"), """
                library mine
                class dev.rollcall.ranks.OwnLaunches
                  launch launch stream : status
                """);
    }

    private static void assertWarnsOfLaunches(Forked.Result result, String why) {
        assertEquals("launched 0\n", result.out(), result.err());
        assertEquals(2, result.own().size(), result.err());
        assertTrue(result.own().get(1).contains("devices are not checked: " + why), result.err());
    }

    @Test
    void recordsWithoutADriverAtAll() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS);
        Path empty = Files.createDirectories(folder.resolve("driver"));
        Files.writeString(empty.resolve("libcuda.so.1"), "no library");
        try (Forked process = new Forked(folder).options("calls=" + calls)) {
            process.environment("LD_LIBRARY_PATH", empty.toString());
            Forked.Result result = process.run(1, OwnCopies.class).get(0);
            assertEquals(2, result.own().size(), result.err());
            assertTrue(result.own().get(1).contains("no CUDA driver"), result.err());
            assertEquals(2, TraceReader.open(process.trace(0)).copies().events().size());
        }
    }

    @Test
    void recordsWithoutJCuda() throws Exception {
        Path alone = Files.copy(Path.of(System.getProperty("rollcall.agent")), folder.resolve("rollcall-agent.jar"));
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS);
        try (Forked process = new Forked(folder).options("copies=all,calls=" + calls)) {
            Forked.Result result = process.agent(alone)
                    .without("jcuda")
                    .run(1, OwnCopies.class)
                    .get(0);
            assertEquals("nothing to copy 1\n", result.out(), result.err());
            assertEquals("", result.foreignErr());
            assertEquals(2, result.own().size(), result.err());
            assertTrue(result.own().get(1).contains("JCuda is not on the class path"), result.err());
            assertEquals(4, TraceReader.open(process.trace(0)).copies().events().size());
        }
    }

    @Test
    void distinguishesPartsOfOneGpu() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS);
        try (Forked process = new Forked(folder).options("calls=" + calls)) {
            process.environment("LD_LIBRARY_PATH", StandIns.libraries().toString())
                    .environment("ROLLCALL_DRIVER", "part")
                    .environment(
                            "CUDA_VISIBLE_DEVICES",
                            "MIG-c7384736-a75d-5afc-978f-d2f1294409fd,MIG-11111111-2222-3333-4444-555555555555");
            Forked.Result result = process.run(1, OwnCopies.class).get(0);
            assertEquals(2, result.own().size(), result.err());
            TraceReader trace = TraceReader.open(process.trace(0));
            assertEquals(
                    List.of("c7384736a75d5afc978fd2f1294409fd", "11111111222233334444555555555555"), trace.devices());
            CopyEvent first = (CopyEvent) trace.copies().events().get(0).event();
            assertEquals(0, first.sourceDevice());
            assertEquals(1, first.destinationDevice());
        }
    }
}
