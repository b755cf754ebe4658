package dev.rollcall.gpu;

import dev.rollcall.recorder.StreamEvents;
import jcuda.driver.CUevent;
import jcuda.driver.JCudaDriver;

/** Events in the application's streams, made and asked for through JCuda's driver API. Thread-safe. */
public final class DeviceEvents implements StreamEvents {
    private final GpuContextRegistry contexts = GpuContextRegistry.ofProcess();

    /** An event and the context that it belongs to. */
    private record ContextEvent(GpuContext context, CUevent event) {}

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
        // Making an event must not disturb a capture of another thread.
        int[] mode = DriverCalls.relax();
        try {
            GpuContext context = contexts.ofEvents(stream, device);
            if (context == null) {
                return null;
            }
            boolean entered = context.enter();
            try {
                CUevent event = context.event();
                int result = JCudaDriver.cuEventRecord(event, JCudaHandles.stream(stream));
                DriverException.check("cuEventRecord", result);
                return new ContextEvent(context, event);
            } finally {
                context.leave(entered);
            }
        } finally {
            DriverCalls.restore(mode);
        }
    }

    @Override
    public Progress progress(Object event) throws DriverException {
        ContextEvent asked = (ContextEvent) event;
        if (asked.context.hasEnded()) {
            return Progress.LOST;
        }
        int[] mode = DriverCalls.relax();
        try {
            return DriverCalls.done(asked.event) ? Progress.DONE : Progress.RUNNING;
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
