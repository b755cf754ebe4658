package dev.rollcall.agent;

import dev.rollcall.trace.OldTraces;
import java.nio.file.Path;

/**
 * How many older traces stay in the folder of a new one. Immutable and thread-safe.
 *
 * @param millis the age, by the time of the last change, from which a trace is removed; the largest long for none
 * @param bytes the size of all traces of the folder, beyond which the oldest are removed; the largest long for none
 */
record KeptTraces(long millis, long bytes) {
    /** Removes what is too old or too much. What cannot be removed stays, with one warning. */
    void apply(Path created) {
        if (millis == Long.MAX_VALUE && bytes == Long.MAX_VALUE) {
            return;
        }
        try {
            OldTraces.remove(created, millis, bytes);
        } catch (Throwable e) {
            // An error here is none of the job's.
            AgentLog.print("keep: cannot remove older traces: " + e);
        }
    }
}
