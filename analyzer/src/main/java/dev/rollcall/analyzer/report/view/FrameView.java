package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;

/**
 * One frame of a stack, worded.
 *
 * @param method class and method, safe to print
 * @param place file and line, safe to print; empty where unknown
 * @param site whether it is the call site
 * @param source the lines around it; empty where its source was not found, or not asked for
 */
public record FrameView(String method, String place, boolean site, List<SourceLine> source) {

    /** Returns {@code Trainer.step (Trainer.java:41)}; empty for an unknown frame or null. */
    public static String place(StackFrame frame) {
        if (frame == null
                || (frame.type().isEmpty()
                        && frame.method().isEmpty()
                        && frame.file().isEmpty())) {
            return "";
        }
        return withPlace(Printable.of(frame.shortMethod()), line(frame));
    }

    /** Returns {@code Trainer.java:41}; empty where the file is unknown, as for a native method. */
    public static String line(StackFrame frame) {
        return frame.file().isEmpty() ? "" : Printable.of(frame.place());
    }

    /** Returns method and place as one text, {@code Trainer.step (Trainer.java:41)}. */
    public String text() {
        return withPlace(method, place);
    }

    private static String withPlace(String method, String place) {
        if (method.isEmpty() || place.isEmpty()) {
            return method + place;
        }
        return method + " (" + place + ")";
    }
}
