package dev.rollcall.gpu;

/** Learns which contexts the application is about to end. Stateless. */
public final class ContextEnds {
    private ContextEnds() {}

    /**
     * Notes that a context is about to end, with all that the agent keeps in it.
     *
     * @param context its handle; 0 for another one
     * @param device the ordinal of the device whose primary context ends; -1 for the current device
     * @throws DriverException if the driver returns an error
     */
    public static void ending(long context, int device) throws DriverException {
        GpuContextRegistry contexts = GpuContextRegistry.ofProcess();
        if (!contexts.all().isEmpty()) {
            contexts.ending(context, device);
        }
    }

    /**
     * Notes that the primary context of a device is about to be given up by the current thread, which ends it if nobody else uses it.
     *
     * @param device the ordinal of the device
     * @return what to tell when it was given up; null if the agent keeps nothing in any context, or this one is not in use
     * @throws DriverException if the driver returns an error
     */
    public static ContextRelease releasing(int device) throws DriverException {
        GpuContextRegistry contexts = GpuContextRegistry.ofProcess();
        GpuContext context = contexts.all().isEmpty() ? null : contexts.primary(device);
        return context == null ? null : new ContextRelease(contexts, context, device);
    }
}
