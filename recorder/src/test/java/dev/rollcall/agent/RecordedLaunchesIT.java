package dev.rollcall.agent;

/** JCuda over a library that stands in for the driver: what the agent asks and records. The real one is in {@link GpuLaunchesIT}. */
class RecordedLaunchesIT extends LaunchScenarios {
    @Override
    Forked forked() throws Exception {
        return new Forked(folder)
                .environment("LD_LIBRARY_PATH", StandIns.build(folder).toString());
    }
}
