package dev.rollcall.recorder;

/** A thread of the agent: a daemon in the root thread group, so that it does not show in the application's groups. */
final class AgentThread extends Thread {
    private AgentThread(ThreadGroup group, Runnable task, String name) {
        super(group, task, name, 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** Starts a thread. */
    static void start(Runnable task, String name) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        new AgentThread(group, task, name).start();
    }
}
