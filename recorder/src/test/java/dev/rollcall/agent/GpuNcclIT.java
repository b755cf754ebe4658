package dev.rollcall.agent;

import dev.rollcall.gpu.RealGpu;

/** NCCL itself, on two GPUs. */
@RealGpu(NcclScenarios.WORLD)
class GpuNcclIT extends NcclScenarios {
    @Override
    Forked forked() {
        return new Forked(folder).environment("NCCL_NVLS_ENABLE", "0");
    }
}
