package dev.rollcall.agent;

import java.util.concurrent.atomic.AtomicBoolean;

/** Tells the user that the agent cannot use the CUDA driver, wherever that is noticed. Thread-safe. */
final class DriverWarning {
    private final AtomicBoolean said = new AtomicBoolean();

    /** Prints what is not done without the driver, and why. */
    void print(String line) {
        said.set(true);
        AgentLog.print(line);
    }

    /** Prints the same unless the user knows the reason. */
    void printOnce(String line) {
        if (said.compareAndSet(false, true)) {
            AgentLog.print(line);
        }
    }
}
