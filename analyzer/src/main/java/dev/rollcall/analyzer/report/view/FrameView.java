package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Frame;
import java.util.List;

/**
 * One frame of a stack, worded.
 *
 * @param method class and method, safe to print
 * @param place file and line, safe to print
 * @param site whether it is the call site
 * @param source the lines around it; empty where its source was not found, or not asked for
 */
public record FrameView(String method, String place, boolean site, List<SourceLine> source) {

    /** Returns {@code Trainer.step (Trainer.java:41)}; empty for an unknown frame or null. */
    public static String place(Frame frame) {
        if (frame == null
                || (frame.type().isEmpty()
                        && frame.method().isEmpty()
                        && frame.file().isEmpty())) {
            return "";
        }
        String method = Printable.of(frame.shortMethod());
        return method.isEmpty() ? Printable.of(frame.place()) : method + " (" + Printable.of(frame.place()) + ")";
    }
}
