package dev.rollcall.agent;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.gpu.RealGpu;
import java.nio.file.Path;
import org.bytedeco.cuda.global.nccl;
import org.bytedeco.javacpp.Loader;

/** NCCL itself, on two GPUs. */
@RealGpu(NcclScenarios.WORLD)
class GpuNcclIT extends NcclScenarios {
    @Override
    Forked forked() {
        assumeTrue(loads(), "no libnccl.so.2 or libcudart.so.13 on the library path of this machine");
        return new Forked(folder).environment("NCCL_NVLS_ENABLE", "0");
    }

    @Override
    Path faults() {
        return GpuCopiesIT.INJECTOR.toAbsolutePath();
    }

    private static boolean loads() {
        try {
            Loader.load(nccl.class);
            return true;
        } catch (UnsatisfiedLinkError absent) {
            return false;
        }
    }
}
