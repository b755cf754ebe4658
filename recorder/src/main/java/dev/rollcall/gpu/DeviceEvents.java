package dev.rollcall.gpu;

import dev.rollcall.recorder.StreamEvents;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;

/** Events in the application's streams, made and asked for through JCuda's driver API. Thread-safe. */
public final class DeviceEvents implements StreamEvents {
    private final GpuContextRegistry contexts = GpuContextRegistry.ofProcess();

    /** An event and the context that it belongs to. */
    private record ContextEvent(GpuContext context, CUevent event) {}

    /** The stream that a thread used last. */
    private record LastStream(long stream, CUstream handle, GpuContext context) {
        /** Returns whether the handle stands for one stream in all contexts. */
        boolean ownContext() {
            return !GpuContextRegistry.isDefault(stream);
        }
    }

    private final ThreadLocal<LastStream> lastStream = new ThreadLocal<>();

    private DeviceEvents() {}

    /**
     * Opens the driver.
     *
     * @throws DriverException if the driver returns an error or is not supported
     * @throws LinkageError without JCuda's classes or native libraries
     */
    public static DeviceEvents open() throws DriverException {
        Devices.open();
        return new DeviceEvents();
    }

    @Override
    public boolean capturing(long stream) {
        return DriverCalls.capturing(JCudaHandles.stream(stream));
    }

    @Override
    public Object record(long stream, int device) throws DriverException {
        LastStream last = lastStream.get();
        if (last == null || last.stream != stream || !last.ownContext() || last.context.hasEnded()) {
            last = find(stream, device);
            lastStream.set(last);
        }
        if (last == null) {
            return null;
        }
        // Most calls find an event of an earlier call. A handle may have been given to a stream of another context
        // since.
        CUevent used = last.ownContext() ? last.context.usedEvent() : null;
        if (used != null && DriverCalls.record(used, last.handle)) {
            return new ContextEvent(last.context, used);
        }
        if (used != null) {
            last.context.release(used);
            last = find(stream, device);
            lastStream.set(last);
        }
        return last == null ? null : recordInContext(last);
    }

    private LastStream find(long stream, int device) throws DriverException {
        GpuContext context = contexts.ofEvents(stream, device);
        return context == null ? null : new LastStream(stream, JCudaHandles.stream(stream), context);
    }

    /** Records an event, a new one if need be, with the stream's context current. */
    private static ContextEvent recordInContext(LastStream stream) throws DriverException {
        // Making an event must not disturb a capture of another thread.
        int[] mode = DriverCalls.relax();
        try {
            boolean entered = stream.context.enter();
            try {
                CUevent event = stream.context.event();
                if (!DriverCalls.record(event, stream.handle)) {
                    stream.context.release(event);
                    return null;
                }
                return new ContextEvent(stream.context, event);
            } finally {
                stream.context.leave(entered);
            }
        } finally {
            DriverCalls.restore(mode);
        }
    }

    @Override
    public Progress progress(Object event) throws DriverException {
        ContextEvent asked = (ContextEvent) event;
        if (!asked.context.beginQuestion()) {
            return asked.context.hasEnded() ? Progress.LOST : Progress.RUNNING;
        }
        try {
            return progress(asked.event);
        } finally {
            asked.context.endQuestion();
        }
    }

    private static Progress progress(CUevent event) throws DriverException {
        int[] mode = DriverCalls.relax();
        try {
            return DriverCalls.done(event) ? Progress.DONE : Progress.RUNNING;
        } catch (DriverException e) {
            if (e.contextGone()) {
                return Progress.LOST;
            }
            throw e;
        } finally {
            DriverCalls.restore(mode);
        }
    }

    @Override
    public void release(Object event) {
        ContextEvent released = (ContextEvent) event;
        released.context.release(released.event);
    }
}
