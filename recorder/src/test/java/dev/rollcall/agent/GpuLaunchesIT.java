package dev.rollcall.agent;

import dev.rollcall.gpu.RealGpu;

/** Launches on two GPUs. */
@RealGpu(2)
class GpuLaunchesIT extends LaunchScenarios {
    @Override
    Forked forked() {
        return new Forked(folder);
    }
}
