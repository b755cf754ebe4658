package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.ranks.GpuLaunches;
import dev.rollcall.trace.DeviceErrorEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.MisplacedEvent;
import dev.rollcall.trace.WindowEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JCuda over a library that stands in for the driver: what the agent asks and records. The real one is in {@link GpuLaunchesIT}. */
class RecordedLaunchesIT extends LaunchScenarios {
    @Override
    Forked forked() throws Exception {
        return new Forked(folder)
                .environment("LD_LIBRARY_PATH", StandIns.libraries().toString());
    }

    @Test
    void doesNotBlameTheStreamOfALaunchThatIsRefusedForItsSize() throws Exception {
        Run run = run("wrong-size");
        assertEquals(
                "launched 1\nsynchronized 0\n", run.result().out(), run.result().err());
        assertEquals(List.of(), run.trace().events(MisplacedEvent.class));
    }

    @Test
    void keepsWhatASmallUploadDoesNotWaitFor() throws Exception {
        Run run = run("upload");
        assertEquals("synchronized 700\n", run.result().out(), run.result().err());
        assertEquals(
                List.of(DeviceWork.LAUNCH, DeviceWork.COPY, DeviceWork.LAUNCH),
                run.trace().events(WindowEvent.class).stream()
                        .filter(each -> !each.completed())
                        .map(WindowEvent::work)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"destroyed", "detached"})
    void tellsAContextFromAnEarlierOneWithItsHandle(String end) throws Exception {
        try (Forked process = forked()) {
            Forked.Result result = process.run(1, GpuLaunches.class, end).get(0);
            assertEquals("synchronized 700\nsynchronized 700\n", result.out(), result.err());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(2, trace.events(DeviceErrorEvent.class).size(), result.err());
        }
    }

    @Test
    void noticesWhichReleaseEndsAPrimaryContext() throws Exception {
        try (Forked process = forked().environment("ROLLCALL_DRIVER", "bare")) {
            Forked.Result result = process.run(1, GpuLaunches.class, "released").get(0);
            assertEquals("synchronized 700\n".repeat(4), result.out(), result.err());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(2, trace.events(DeviceErrorEvent.class).size(), result.err());
        }
    }
}
