package dev.rollcall.gpu;

/**
 * A primary context that a thread of the application gives up. The driver says only afterwards whether that has ended the context, so
 * meanwhile the agent's own thread asks nothing about it. For one thread.
 */
public final class ContextRelease {
    private final GpuContextRegistry contexts;
    private final GpuContext context;
    private final int device;
    private final boolean paused;

    ContextRelease(GpuContextRegistry contexts, GpuContext context, int device) {
        this.contexts = contexts;
        this.context = context;
        this.device = device;
        this.paused = context.pauseQuestions();
    }

    /**
     * Notes that the thread is back from the driver.
     *
     * @throws DriverException if the driver returns an error
     */
    public void returned() throws DriverException {
        try {
            contexts.endIfInactive(context, device);
        } finally {
            if (paused) {
                context.resumeQuestions();
            }
        }
    }
}
