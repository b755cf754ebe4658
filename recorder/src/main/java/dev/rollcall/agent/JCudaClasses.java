package dev.rollcall.agent;

/** JCuda's classes, which the agent and the application must share: their native libraries cannot be loaded twice. Stateless. */
final class JCudaClasses {
    private static final String DRIVER = "jcuda.driver.JCudaDriver";

    private JCudaClasses() {}

    /**
     * Checks that a class loader of the application shares JCuda with the agent.
     *
     * @param loader null for the agent's own
     * @throws ClassNotFoundException if there is no JCuda
     * @throws IllegalStateException if the loader has another JCuda
     */
    static void check(ClassLoader loader) throws ClassNotFoundException {
        Class<?> own = Class.forName(DRIVER, false, JCudaClasses.class.getClassLoader());
        if (Class.forName(DRIVER, false, loader == null ? own.getClassLoader() : loader) != own) {
            throw new IllegalStateException("JCuda is in a class loader that does not share it with the agent");
        }
    }

    /** Returns why JCuda or the driver cannot be used. */
    static String reason(Throwable failure) {
        if (failure instanceof ClassNotFoundException || failure instanceof NoClassDefFoundError) {
            return "JCuda is not on the class path";
        }
        if (failure instanceof UnsatisfiedLinkError) {
            return "no CUDA driver, or JCuda's native libraries do not fit this machine";
        }
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }
}
