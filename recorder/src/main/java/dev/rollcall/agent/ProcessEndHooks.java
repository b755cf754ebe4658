package dev.rollcall.agent;

import dev.rollcall.recorder.EndRecorder;
import dev.rollcall.trace.EndKind;

/** What the JDK's own methods call when the process, or a thread of it, ends; see {@link ProcessEndTransformer}. */
public final class ProcessEndHooks {
    private static final String SIGNAL_THREAD = "SIG\\w+ handler";

    private static volatile EndRecorder endings;

    private ProcessEndHooks() {}

    static void install(EndRecorder installed) {
        endings = installed;
    }

    /** Before the shutdown hooks of an exit run, which a signal such as SIGTERM causes too. */
    public static void exiting(int exitCode) {
        boolean signal = Thread.currentThread().getName().matches(SIGNAL_THREAD);
        ending(signal ? EndKind.SIGNAL : EndKind.EXIT, exitCode);
    }

    /** Before the process is halted without its shutdown hooks. */
    public static void halting(int exitCode) {
        ending(EndKind.HALT, exitCode);
    }

    private static void ending(EndKind kind, int exitCode) {
        EndRecorder current = endings;
        if (current != null) {
            current.exiting(kind, exitCode);
        }
    }

    /** Before a thread's handler is told of the exception that the thread dies of. */
    public static void uncaught(Throwable exception) {
        EndRecorder current = endings;
        if (current != null && exception != null) {
            current.uncaught(exception);
        }
    }
}
