package dev.rollcall.ranks;

import static jcuda.driver.JCudaDriver.*;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ToIntFunction;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * Launches kernels that write to memory, through JCuda's driver API: {@code GpuLaunches SCENARIO}. Prints the first error that a
 * synchronization returned, 0 for none. Needs two GPUs, or the library that stands in for the driver.
 */
public final class GpuLaunches {
    private static final int BYTES = 4096;

    /** An address that no allocation has. */
    private static final long NOWHERE = 0x10_0000_0000L;

    /** Writes a number to each of the first words of a memory. */
    private static final String KERNEL = """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry touch(.param .u64 memory)
            {
            .reg .b64 %rd<5>;
            .reg .b32 %r<2>;
            ld.param.u64 %rd1, [memory];
            cvta.to.global.u64 %rd2, %rd1;
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd3, %r1, 4;
            add.s64 %rd4, %rd2, %rd3;
            st.global.u32 [%rd4], %r1;
            ret;
            }
            """;

    /** What a program does with its device. */
    @FunctionalInterface
    private interface Scenario {
        void run(GpuLaunches program);
    }

    private static final Map<String, Scenario> SCENARIOS = Map.ofEntries(
            Map.entry("wrong-launch", GpuLaunches::wrongLaunch),
            Map.entry("right-launch", GpuLaunches::rightLaunch),
            Map.entry("peer-launch", GpuLaunches::peerLaunch),
            Map.entry("wrong-stream", GpuLaunches::wrongStream),
            Map.entry("wrong-size", GpuLaunches::wrongSize),
            Map.entry("upload", GpuLaunches::upload),
            Map.entry("illegal-access", program -> program.access(true)),
            Map.entry("legal-access", program -> program.access(false)),
            Map.entry("freed", GpuLaunches::freed),
            Map.entry("destroyed", program -> program.contexts(JCudaDriver::cuCtxDestroy)),
            Map.entry("detached", program -> program.contexts(GpuLaunches::detach)),
            Map.entry("released", GpuLaunches::released));

    private final CUcontext[] contexts = new CUcontext[2];
    private final CUdeviceptr[] memory = new CUdeviceptr[2];
    private final CUfunction[] functions = new CUfunction[2];
    private final CUstream[] streams = new CUstream[2];

    private GpuLaunches() {
        check(cuInit(0));
        for (int i = 1; i >= 0; i--) {
            CUdevice device = new CUdevice();
            check(cuDeviceGet(device, i));
            contexts[i] = new CUcontext();
            check(cuDevicePrimaryCtxRetain(contexts[i], device));
            check(cuCtxSetCurrent(contexts[i]));
            memory[i] = new CUdeviceptr();
            check(cuMemAlloc(memory[i], BYTES));
            CUmodule module = new CUmodule();
            byte[] text = KERNEL.getBytes(StandardCharsets.US_ASCII);
            check(cuModuleLoadData(module, Arrays.copyOf(text, text.length + 1)));
            functions[i] = new CUfunction();
            check(cuModuleGetFunction(functions[i], module, "touch"));
            streams[i] = new CUstream();
            check(cuStreamCreate(streams[i], 1));
        }
    }

    /** Runs a scenario. */
    public static void main(String[] args) {
        SCENARIOS.get(args[0]).run(new GpuLaunches());
    }

    private static void check(int result) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new IllegalStateException(CUresult.stringFor(result));
        }
    }

    private int launch(CUstream stream, CUdeviceptr argument) {
        Pointer arguments = Pointer.to(Pointer.to(argument));
        return cuLaunchKernel(functions[0], 1, 1, 1, 32, 1, 1, 0, stream, arguments, null);
    }

    private void synchronize() {
        System.out.println("synchronized " + cuStreamSynchronize(streams[0]));
    }

    /** Forgets that the tensor is on the other device. */
    private void wrongLaunch() {
        launch(streams[0], memory[0]);
        launch(streams[0], memory[1]);
        synchronize();
    }

    private void rightLaunch() {
        launch(streams[0], memory[0]);
        launch(streams[0], memory[0]);
        synchronize();
    }

    private void peerLaunch() {
        check(cuCtxEnablePeerAccess(contexts[1], 0));
        launch(streams[0], memory[1]);
        synchronize();
    }

    private void wrongStream() {
        System.out.println("launched " + launch(streams[1], memory[0]));
        synchronize();
    }

    /** Launches no threads, into a stream of the other device. */
    private void wrongSize() {
        Pointer arguments = Pointer.to(Pointer.to(memory[0]));
        System.out.println(
                "launched " + cuLaunchKernel(functions[0], 1, 1, 1, 0, 1, 1, 0, streams[1], arguments, null));
        synchronize();
    }

    /** Uploads a few bytes behind the kernel that makes the error. */
    private void upload() {
        launch(null, pointer(NOWHERE));
        check(cuMemcpyHtoD(memory[0], Pointer.to(new int[4]), 16));
        launch(null, memory[0]);
        System.out.println("synchronized " + cuStreamSynchronize(null));
    }

    /** The second of four operations makes the error, which the synchronization behind them returns. */
    private void access(boolean illegal) {
        launch(streams[0], memory[0]);
        synchronize();
        stage(illegal ? pointer(NOWHERE) : memory[0]);
        cuMemcpyDtoDAsync(memory[0], memory[0].withByteOffset(BYTES / 2), BYTES / 2, streams[0]);
        launch(streams[0], memory[0]);
        synchronize();
    }

    /** Meets the error in a method that is not recorded. */
    private void freed() {
        launch(streams[0], pointer(NOWHERE));
        System.out.println("freed " + cuMemFree(memory[0]));
    }

    private void stage(CUdeviceptr argument) {
        launch(streams[0], argument);
    }

    private static CUdeviceptr pointer(long address) {
        return new CUdeviceptr().withByteOffset(address);
    }

    /** Breaks a context and ends it, twice. The second may get the handle of the first. Only the driver's stand-in goes on. */
    private void contexts(ToIntFunction<CUcontext> end) {
        for (int i = 0; i < 2; i++) {
            CUcontext own = new CUcontext();
            CUdevice device = new CUdevice();
            check(cuDeviceGet(device, 0));
            check(cuCtxCreate(own, 0, device));
            launch(null, pointer(NOWHERE));
            System.out.println("synchronized " + cuCtxSynchronize());
            check(end.applyAsInt(own));
        }
    }

    @SuppressWarnings("deprecation")
    private static int detach(CUcontext context) {
        return cuCtxDetach(context);
    }

    /** Breaks a primary context and gives it up, twice. Only the last of its users ends it. */
    private void released() {
        CUdevice device = new CUdevice();
        check(cuDeviceGet(device, 0));
        for (int i = 0; i < 2; i++) {
            launch(null, pointer(NOWHERE));
            System.out.println("synchronized " + cuCtxSynchronize());
            check(cuDevicePrimaryCtxRetain(contexts[0], device));
            check(cuDevicePrimaryCtxRelease(device));
            System.out.println("synchronized " + cuCtxSynchronize());
            check(cuDevicePrimaryCtxRelease(device));
            check(cuDevicePrimaryCtxRetain(contexts[0], device));
            check(cuCtxSetCurrent(contexts[0]));
        }
    }
}
