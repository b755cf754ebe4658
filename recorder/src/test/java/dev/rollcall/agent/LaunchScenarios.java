package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.GpuLaunches;
import dev.rollcall.trace.DeviceErrorEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.MisplacedEvent;
import dev.rollcall.trace.Misplacement;
import dev.rollcall.trace.WindowEvent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent says and records of launches on the wrong device and of errors that show later, and of those that are fine. */
abstract class LaunchScenarios {
    private static final int ILLEGAL_ADDRESS = 700;

    @TempDir
    Path folder;

    /** Prepares the process of a test. */
    abstract Forked forked() throws Exception;

    record Run(Forked.Result result, Traces trace) {
        List<String> said() {
            return result.own().subList(1, result.own().size());
        }

        List<String> sites(List<WindowEvent> operations) {
            return operations.stream()
                    .map(each -> trace.methods(each.stack(), GpuLaunches.class).get(0))
                    .toList();
        }
    }

    private Run run(String scenario, String options) throws Exception {
        try (Forked process = forked()) {
            Forked.Result result =
                    process.options(options).run(1, GpuLaunches.class, scenario).get(0);
            assertEquals(0, result.exitCode(), result.err());
            return new Run(result, Traces.open(process.trace(0)));
        }
    }

    Run run(String scenario) throws Exception {
        return run(scenario, "devices=check");
    }

    @Test
    void saysThatAKernelGetsMemoryThatItsDeviceCannotReach() throws Exception {
        Run run = run("wrong-launch");
        assertEquals("synchronized " + ILLEGAL_ADDRESS + "\n", run.result.out(), run.result.err());
        assertEquals(2, run.said().size(), run.result.err());
        assertTrue(
                run.said()
                        .get(0)
                        .startsWith(
                                "rollcall: cuLaunchKernel at dev.rollcall.ranks.GpuLaunches.launch(GpuLaunches.java:"),
                run.result.err());
        assertTrue(
                run.said().get(0).endsWith(" works on GPU 0, which cannot reach argument 1, the memory of GPU 1"),
                run.result.err());
        MisplacedEvent misplaced = run.trace.events(MisplacedEvent.class).get(0);
        assertEquals(Misplacement.LAUNCH, misplaced.what());
        assertEquals(List.of(1, 0), List.of(misplaced.device(), misplaced.expectedDevice()));
        assertEquals(
                List.of("launch", "wrongLaunch"),
                run.trace.methods(misplaced.stack(), GpuLaunches.class).subList(0, 2));
        assertEquals(1, run.trace.events(DeviceErrorEvent.class).size());
    }

    @Test
    void isSilentAboutMemoryOfTheRightDevice() throws Exception {
        assertSilent(run("right-launch"));
    }

    @Test
    void isSilentAboutMemoryThatPeerAccessReaches() throws Exception {
        assertSilent(run("peer-launch"));
    }

    private static void assertSilent(Run run) {
        assertEquals(List.of(), run.said());
        assertTrue(run.result.out().endsWith("synchronized 0\n"), run.result.out());
        assertEquals(List.of(), run.trace.events(MisplacedEvent.class));
        assertEquals(List.of(), run.trace.events(DeviceErrorEvent.class));
        assertEquals(List.of(), run.trace.events(WindowEvent.class));
    }

    @Test
    void saysThatALaunchWasRefusedForItsStream() throws Exception {
        Run run = run("wrong-stream");
        assertEquals("launched 400\nsynchronized 0\n", run.result.out(), run.result.err());
        assertEquals(
                Misplacement.STREAM,
                run.trace.events(MisplacedEvent.class).get(0).what());
        assertEquals(1, run.said().size(), run.result.err());
    }

    @Test
    void recordsTheOperationsAmongWhichAnErrorHappened() throws Exception {
        Run run = run("illegal-access");
        assertEquals("synchronized 0\nsynchronized " + ILLEGAL_ADDRESS + "\n", run.result.out(), run.result.err());
        DeviceErrorEvent error = run.trace.events(DeviceErrorEvent.class).get(0);
        assertEquals(ILLEGAL_ADDRESS, error.code());
        assertEquals(0, error.device());
        assertEquals(3, error.operations());
        assertEquals("CUDA_ERROR_ILLEGAL_ADDRESS", run.trace.trace().string(error.name()));
        List<WindowEvent> window = run.trace.events(WindowEvent.class);
        assertEquals(
                List.of(DeviceWork.LAUNCH, DeviceWork.LAUNCH, DeviceWork.COPY, DeviceWork.LAUNCH),
                window.stream().map(WindowEvent::work).toList());
        assertEquals(
                List.of(true, false, false, false),
                window.stream().map(WindowEvent::completed).toList());
        assertTrue(run.trace.methods(window.get(1).stack(), GpuLaunches.class).contains("stage"));
        assertEquals(1, run.said().size(), run.result.err());
        assertTrue(run.said().get(0).contains("made by one of 3 operations"), run.result.err());
    }

    @Test
    void recordsAnErrorThatOnlyAMethodReturnedThatIsNotRecorded() throws Exception {
        Run run = run("freed");
        assertEquals("freed " + ILLEGAL_ADDRESS + "\n", run.result.out(), run.result.err());
        assertEquals(1, run.trace.events(DeviceErrorEvent.class).size(), run.result.err());
        assertEquals(1, run.trace.events(WindowEvent.class).size());
    }

    @Test
    void isSilentWhereNoErrorHappened() throws Exception {
        assertSilent(run("legal-access"));
    }

    @Test
    void narrowsAnErrorToOneOperationByWaitingForEach() throws Exception {
        Run run = run("illegal-access", "sync=each");
        List<WindowEvent> pending = run.trace.events(WindowEvent.class).stream()
                .filter(each -> !each.completed())
                .toList();
        assertEquals(1, pending.size(), run.result.err());
        assertTrue(run.trace.methods(pending.get(0).stack(), GpuLaunches.class).contains("stage"));
        assertEquals(1, run.trace.events(DeviceErrorEvent.class).get(0).operations());
        assertSilent(run("legal-access", "sync=each"));
    }

    @Test
    void checksNothingWhereThatIsOff() throws Exception {
        Run run = run("wrong-launch", "devices=off");
        assertEquals(List.of(), run.said());
        assertEquals(List.of(), run.trace.events(MisplacedEvent.class));
        assertEquals(List.of(), run.trace.events(DeviceErrorEvent.class));
    }
}
