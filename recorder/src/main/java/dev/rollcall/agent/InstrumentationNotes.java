package dev.rollcall.agent;

import dev.rollcall.trace.InstrumentedMethod;
import dev.rollcall.trace.TraceWriter;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Notes in the trace which methods are instrumented. Classes are instrumented before there is a trace; their notes wait for it.
 * Thread-safe.
 */
final class InstrumentationNotes {
    private final Set<InstrumentedMethod> waiting = new LinkedHashSet<>();
    private TraceWriter trace;

    /** Notes a method, as {@link TraceWriter#instrumented} has it. */
    synchronized void add(String className, String method, String descriptor, boolean done, String why) {
        InstrumentedMethod note = new InstrumentedMethod(className, method, descriptor, done, why);
        if (trace == null) {
            waiting.add(note);
        } else {
            write(note);
        }
    }

    /** Writes the notes that wait, and from now on all others, into a trace. */
    synchronized void writeTo(TraceWriter created) {
        trace = created;
        waiting.forEach(this::write);
        waiting.clear();
    }

    private void write(InstrumentedMethod note) {
        trace.instrumented(note.className(), note.method(), note.descriptor(), note.done(), note.why());
    }
}
