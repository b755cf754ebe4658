package dev.rollcall.agent;

import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.RecordedEvent;
import dev.rollcall.trace.TraceFrame;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads a trace for assertions. */
record Traces(TraceReader trace) {
    static Traces open(Path file) throws IOException {
        return new Traces(TraceReader.open(file));
    }

    /** Returns the events of a type, in order. */
    <T extends Event> List<T> events(Class<T> type) {
        return trace.calls().events().stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    List<CallEvent> calls() {
        return events(CallEvent.class);
    }

    /** Returns the communicator of a call. */
    CommunicatorEntry communicator(CallEvent call) {
        return trace.communicators().get(call.communicator() - 1);
    }

    /**
     * Returns a call as text: communicator, sequence number, operation, elements read {@code >} written, element type, and how
     * it ended.
     */
    String describe(CallEvent call) {
        String text = communicator(call).name() + " " + call.sequence() + " "
                + call.operation().label();
        if (call.hasCountIn() || call.hasCountOut()) {
            text += " " + (call.hasCountIn() ? call.countIn() : "") + (call.hasCountOut() ? ">" + call.countOut() : "")
                    + " " + call.type().label();
        }
        if (!call.reduction().label().isEmpty()) {
            text += " " + call.reduction().label();
        }
        if (call.hasRootOrPeer()) {
            text += (call.operation().pointToPoint() ? " peer " : " root ") + call.rootOrPeer();
        }
        if (call.hasMessageTag()) {
            text += " tag " + call.messageTag();
        }
        return text + " "
                + (call.completed() ? "completed" : call.failed() ? "failed" : call.unknown() ? "unknown" : "pending");
    }

    /** Returns the text of the innermost line of a program on a stack. */
    String line(int stack, Class<?> program) throws IOException {
        for (TraceFrame frame : trace.stack(stack)) {
            if (frame.type().equals(program.getName())) {
                Path source = Path.of(
                        "src/test/java", program.getPackageName().replace('.', '/'), program.getSimpleName() + ".java");
                return Files.readAllLines(source).get(frame.line() - 1).strip();
            }
        }
        return "no frame of " + program;
    }

    /** Returns the methods of a program on a stack, innermost first. */
    List<String> methods(int stack, Class<?> program) {
        return trace.stack(stack).stream()
                .filter(frame -> frame.type().equals(program.getName()))
                .map(TraceFrame::method)
                .toList();
    }
}
