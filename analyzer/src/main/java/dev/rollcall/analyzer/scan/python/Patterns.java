package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;

/** Whether a value matches the pattern of a case. */
final class Patterns {
    private Patterns() {}

    static boolean matches(Node pattern, Value subject, Node node, PythonRun run) {
        if (pattern.text().equals("_")) {
            return true;
        }
        Node inner = pattern.is("case_pattern") && !pattern.parts().isEmpty()
                ? pattern.parts().get(0)
                : pattern;
        if (inner.is("union_pattern")) {
            return inner.parts().stream().anyMatch(each -> matches(each, subject, node, run));
        }
        if (inner.is("dotted_name") && inner.text().indexOf('.') < 0) {
            run.now.scope.set(inner.text(), subject);
            return true;
        }
        boolean constant = inner.is(
                "integer", "float", "string", "true", "false", "none", "concatenated_string", "unary_operator");
        if (constant) {
            Value outcome = run.truth.compare("==", subject, run.expressions.of(inner), node);
            return outcome instanceof Const known && known.number() == 1;
        }
        Value unknown = run.unknown("matches " + subject.key() + " " + inner.text(), subject.ranked());
        return run.truth.of(unknown, node, run.now.visit(inner));
    }
}
