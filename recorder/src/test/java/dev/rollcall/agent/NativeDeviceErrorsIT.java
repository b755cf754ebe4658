package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.DeviceErrorEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.Event;
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

/** A C program whose kernel leaves its memory, under the preloaded recorder. */
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
            assertEquals(2, calls.size());
            assertTrue(calls.get(0).completed());
            assertTrue(calls.get(1).failed());
            List<DeviceErrorEvent> errors = all(trace, DeviceErrorEvent.class);
            assertEquals(1, errors.size());
            DeviceErrorEvent error = errors.get(0);
            assertEquals(0, error.device());
            assertEquals(ILLEGAL_ADDRESS, error.code());
            assertEquals(1, error.operations());
            List<WindowEvent> window = all(trace, WindowEvent.class);
            assertEquals(
                    List.of(true, false),
                    window.stream().map(WindowEvent::completed).toList());
            for (int i = 0; i < window.size(); i++) {
                assertEquals(DeviceWork.CALL, window.get(i).work());
                assertEquals(error.window(), window.get(i).window());
                assertEquals(calls.get(i).stack(), window.get(i).stack());
                assertEquals("ncclAllReduce", trace.string(window.get(i).function()));
            }
            assertEquals(error.lastGood(), window.get(0).call());
            assertEquals(error.firstBad(), window.get(1).call());
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
