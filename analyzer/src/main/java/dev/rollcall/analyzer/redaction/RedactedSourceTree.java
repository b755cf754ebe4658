package dev.rollcall.analyzer.redaction;

import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.view.SourceLine;
import dev.rollcall.analyzer.report.view.SourceTree;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Sources that are found by the real frame and shown with pseudonyms. Not thread-safe. */
final class RedactedSourceTree extends SourceTree {
    private static final SourceTree NOWHERE = new SourceTree(List.of());

    private final UnaryOperator<String> redact;
    private final UnaryOperator<StackFrame> real;

    RedactedSourceTree(List<Path> roots, UnaryOperator<String> redact, UnaryOperator<StackFrame> real) {
        super(roots);
        this.redact = redact;
        this.real = real;
    }

    @Override
    public List<SourceLine> around(StackFrame frame) {
        return super.around(real.apply(frame)).stream()
                .map(line -> new SourceLine(line.number(), redact.apply(line.text()), line.marked()))
                .toList();
    }

    /** Returns the path from the root of the packages, which class names show anyway; where a source was found stays hidden. */
    @Override
    public String path(StackFrame frame) {
        return NOWHERE.path(frame);
    }
}
