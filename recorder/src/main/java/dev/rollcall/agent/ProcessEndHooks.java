package dev.rollcall.agent;

import dev.rollcall.recorder.EndRecorder;
import dev.rollcall.trace.EndKind;

/** The hooks that methods of the JDK call when the process or a thread ends, as {@link ProcessEndTransformer} inserts. */
public final class ProcessEndHooks {
    private static final String SIGNAL_THREAD = "SIG\\w+ handler";

    private static volatile EndRecorder endings;

    private ProcessEndHooks() {}

    static void install(EndRecorder installed) {
        endings = installed;
    }

    /** Before the shutdown hooks of an exit run; a signal such as SIGTERM causes an exit too. */
    public static void exiting(int exitCode) {
        boolean signal = Thread.currentThread().getName().matches(SIGNAL_THREAD);
        ending(signal ? EndKind.SIGNAL : EndKind.EXIT, exitCode);
    }

    /** Before the process is halted without its shutdown hooks. */
    public static void halting(int exitCode) {
        ending(EndKind.HALT, exitCode);
    }

    private static void ending(EndKind kind, int exitCode) {
        Hooks.awaitBeginning();
        EndRecorder current = endings;
        if (current != null) {
            current.exiting(kind, exitCode);
            AgentLog.flush();
        }
    }

    /** Before the handler of an exception that ends a thread. */
    public static void uncaught(Throwable exception) {
        Hooks.awaitBeginning();
        EndRecorder current = endings;
        if (current != null && exception != null) {
            current.uncaught(exception);
        }
    }
}
