package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;

/** Strings, those with expressions in them too. */
final class Texts {
    private Texts() {}

    static Value of(Node node, PythonRun run) {
        StringBuilder text = new StringBuilder();
        boolean known = true;
        boolean ranked = false;
        for (Node each : node.children()) {
            if (each.is("string")) {
                Value part = of(each, run);
                known &= part instanceof Const;
                ranked |= part.ranked();
                text.append(part instanceof Const constant ? constant.content() : part.key());
            } else if (each.is("string_content")) {
                text.append(each.text());
            } else if (each.is("interpolation")) {
                Value part = run.expressions.of(each.child("expression"));
                known &= part instanceof Const;
                ranked |= part.ranked();
                text.append(part instanceof Const constant ? shown(constant) : "{" + part.key() + "}");
            }
        }
        return known ? new Const(text.toString(), ranked, run.open) : run.unknown("text " + text, ranked);
    }

    /** Returns a constant as Python prints it. */
    static String shown(Const known) {
        Object content = known.content();
        return content == null
                ? "None"
                : content instanceof Boolean truth ? truth ? "True" : "False" : String.valueOf(content);
    }
}
