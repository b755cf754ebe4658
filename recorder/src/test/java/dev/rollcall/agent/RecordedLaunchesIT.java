package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.ranks.GpuLaunches;
import dev.rollcall.trace.DeviceErrorEvent;
import org.junit.jupiter.api.Test;

/** JCuda over a library that stands in for the driver: what the agent asks and records. The real one is in {@link GpuLaunchesIT}. */
class RecordedLaunchesIT extends LaunchScenarios {
    @Override
    Forked forked() throws Exception {
        return new Forked(folder)
                .environment("LD_LIBRARY_PATH", StandIns.build(folder).toString());
    }

    @Test
    void tellsAContextFromAnEarlierOneWithItsHandle() throws Exception {
        try (Forked process = forked()) {
            Forked.Result result = process.run(1, GpuLaunches.class, "contexts").get(0);
            assertEquals("synchronized 700\nsynchronized 700\n", result.out(), result.err());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(2, trace.events(DeviceErrorEvent.class).size(), result.err());
        }
    }
}
