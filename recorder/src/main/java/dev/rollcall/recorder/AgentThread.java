package dev.rollcall.recorder;

/** A thread of the agent: a daemon in the root thread group, so that it does not show in the application's groups. */
public final class AgentThread extends Thread {
    private AgentThread(ThreadGroup group, Runnable task, String name) {
        super(group, task, name, 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** Makes a thread, which the caller starts. */
    public static Thread of(Runnable task, String name) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return new AgentThread(group, task, name);
    }

    /** Starts a thread. */
    public static void start(Runnable task, String name) {
        of(task, name).start();
    }
}
