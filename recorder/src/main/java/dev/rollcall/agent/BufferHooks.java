package dev.rollcall.agent;

import dev.rollcall.library.DeviceAllocations;
import dev.rollcall.recorder.BufferHolder;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.RetainedBuffers;
import dev.rollcall.trace.BufferHolderKind;
import java.util.Set;

/** Does the work of the hooks that learn which buffers calls use, and what keeps them allocated. Thread-safe. */
final class BufferHooks {
    /** {@code cudaErrorMemoryAllocation} and {@code CUDA_ERROR_OUT_OF_MEMORY}. */
    private static final int OUT_OF_MEMORY = 2;

    /** How JCuda's exceptions name that error. */
    private static final Set<String> OUT_OF_MEMORY_NAMES =
            Set.of("cudaErrorMemoryAllocation", "CUDA_ERROR_OUT_OF_MEMORY");

    private final HookedMethods methods;
    private final ThreadLocal<HookedThread> threads;
    private final DeviceHooks devices;
    private final RetainedBuffers buffers;
    private final DeviceAllocations addresses = new DeviceAllocations();

    BufferHooks(
            HookedMethods methods, ThreadLocal<HookedThread> threads, DeviceHooks devices, RetainedBuffers buffers) {
        this.methods = methods;
        this.threads = threads;
        this.devices = devices;
        this.buffers = buffers;
    }

    /** Returns whether the buffers of calls are followed. */
    boolean follow() {
        return buffers.follows();
    }

    /** Before a call, while its arguments are at hand. */
    void passed(HookedThread thread, BoundMethod method, RecordedCall call) {
        boolean held = call.followsBuffers && call.buffer != 0 && !method.inStream();
        thread.input = held ? holder(call.input == null ? call.output : call.input, method) : null;
        thread.output = held && call.outputBuffer != 0 ? holder(call.output, method) : null;
    }

    private static BufferHolder holder(Object tensors, BoundMethod method) {
        return new BufferHolder(tensors, BufferHolderKind.TENSOR, method.library()::key);
    }

    /** After a call was recorded as begun. */
    void used(HookedThread thread, RecordedCommunicator communicator, long position) {
        if (thread.recording.call.followsBuffers && !thread.recording.call.captured) {
            buffers.used(thread.recording, communicator, position, thread.input, thread.output);
        }
        thread.input = null;
        thread.output = null;
    }

    /** After a call that returned a work. */
    void returned(BoundMethod method, long position, Object work) {
        if (buffers.follows()) {
            buffers.heldBy(position, new BufferHolder(work, BufferHolderKind.WORK, method.library()::key));
        }
    }

    /** After GPU memory was allocated, or was not. */
    void allocated(int hook, Object made, long bytes, long result) throws Throwable {
        HookedThread thread = threads.get();
        if (thread.inside()) {
            return;
        }
        if (result == 0) {
            buffers.allocated(addresses.written(made), bytes);
        } else if (result == OUT_OF_MEMORY) {
            buffers.exhausted(thread.recording, methods.get(hook).called(), bytes, devices.current());
        }
    }

    /** After an allocation threw. The exception does not say how much was wanted. */
    void notAllocated(int hook, Throwable failure) {
        HookedThread thread = threads.get();
        if (!thread.inside() && OUT_OF_MEMORY_NAMES.stream().anyMatch(LibraryBindings.message(failure)::contains)) {
            buffers.exhausted(thread.recording, methods.get(hook).called(), 0, devices.current());
        }
    }

    /** Before GPU memory is freed. */
    void freed(Object memory) throws Throwable {
        if (!threads.get().inside()) {
            buffers.freed(addresses.of(memory));
        }
    }
}
