package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.DeviceErrorEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.MisplacedEvent;
import dev.rollcall.trace.Misplacement;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.WindowEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A C program whose kernel leaves its memory, or that mistakes its device, under the preloaded recorder. */
@EnabledOnOs(OS.LINUX)
@Timeout(180)
class NativeDeviceErrorsIT {
    private static final int ILLEGAL_ADDRESS = 700;

    @TempDir
    private static Path built;

    private static NativeProgram program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws Exception {
        program = NativeProgram.build(built, "fault");
    }

    private static <T extends Event> List<T> all(TraceReader trace, Class<T> type) {
        return trace.calls().events().stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    @Test
    void recordsTheErrorThatTheEventBehindACallShows() throws Exception {
        NativeProgram.Run run = program.run(folder, "", Map.of(), "call");
        try (TraceReader trace = TraceReader.open(run.traces().get(0))) {
            List<CallEvent> calls = all(trace, CallEvent.class);
            assertEquals(3, calls.size());
            assertTrue(calls.get(0).completed());
            assertTrue(calls.get(2).failed());
            List<DeviceErrorEvent> errors = all(trace, DeviceErrorEvent.class);
            assertEquals(1, errors.size());
            DeviceErrorEvent error = errors.get(0);
            assertEquals(0, error.device());
            assertEquals(ILLEGAL_ADDRESS, error.code());
            List<WindowEvent> window = all(trace, WindowEvent.class);
            assertTrue(window.get(0).completed());
            assertEquals(window.get(0).call(), error.lastGood());
            // The recorder may not have asked for the second call before the kernel.
            assertEquals(window.size() - 1, error.operations());
            assertEquals(window.get(1).call(), error.firstBad());
            WindowEvent last = window.get(window.size() - 1);
            assertFalse(last.completed());
            assertEquals(DeviceWork.CALL, last.work());
            assertEquals(error.window(), last.window());
            assertEquals(calls.get(2).stack(), last.stack());
            assertEquals("ncclAllReduce", trace.string(last.function()));
        }
    }

    @Test
    void recordsWhereACopyShowedTheError() throws Exception {
        NativeProgram.Run run = program.run(folder, "", Map.of(), "copy");
        assertEquals("the copy returned " + ILLEGAL_ADDRESS + "\n", run.output());
        try (TraceReader trace = TraceReader.open(run.traces().get(0))) {
            List<DeviceErrorEvent> errors = all(trace, DeviceErrorEvent.class);
            assertEquals(1, errors.size());
            assertEquals(ILLEGAL_ADDRESS, errors.get(0).code());
            assertEquals(0, errors.get(0).operations());
            assertEquals(
                    program.file().toString(),
                    trace.stack(errors.get(0).stack()).get(0).type());
        }
    }

    @Test
    void recordsBuffersThatTheDeviceOfTheCommunicatorCannotReach() throws Exception {
        NativeProgram.Run run = program.run(folder, "", Map.of(), "misplaced");
        try (TraceReader trace = TraceReader.open(run.traces().get(0))) {
            List<MisplacedEvent> found = all(trace, MisplacedEvent.class);
            assertEquals(
                    List.of(1, 2), found.stream().map(MisplacedEvent::argument).toList());
            for (MisplacedEvent each : found) {
                assertEquals(Misplacement.COMMUNICATOR, each.what());
                assertEquals(1, each.device());
                assertEquals(0, each.expectedDevice());
                assertEquals("ncclAllReduce", trace.string(each.function()));
            }
            List<String> lines = run.errors().lines().toList();
            assertEquals(2, lines.size(), run.errors());
            assertEquals(
                    "rollcall: ncclAllReduce works on GPU 0, which cannot reach argument 1, the memory of GPU 1",
                    lines.get(0));
        }
    }

    @Test
    void recordsNoErrorWithoutOneOrWhereThatIsSwitchedOff() throws Exception {
        for (String kind : List.of("none", "call")) {
            String devices = kind.equals("none") ? "check" : "off";
            NativeProgram.Run run = program.run(folder, "", Map.of("ROLLCALL_DEVICES", devices), kind);
            for (Path file : run.traces()) {
                try (TraceReader trace = TraceReader.open(file)) {
                    assertEquals(List.of(), all(trace, DeviceErrorEvent.class));
                }
            }
        }
    }
}
