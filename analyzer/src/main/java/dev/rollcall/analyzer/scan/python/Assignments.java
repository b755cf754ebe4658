package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;

/** Puts values where names, attributes and elements stand for them. */
final class Assignments {
    private final PythonRun run;
    private final Operators operators;
    private final Subscripts subscripts;
    /** Whether names of variables say what they hold. */
    private boolean naming = true;

    Assignments(PythonRun run, Operators operators, Subscripts subscripts) {
        this.run = run;
        this.operators = operators;
        this.subscripts = subscripts;
    }

    private Value value(Node node) {
        return run.expressions.of(node);
    }

    Value of(Node node) {
        Node right = node.child(node.is("assignment") ? "right" : "value");
        if (right == null) {
            return Const.NULL;
        }
        Value value = value(right);
        assign(node.child(node.is("assignment") ? "left" : "name"), value);
        return value;
    }

    Value augmented(Node node) {
        Value left = value(node.child("left"));
        Value right = value(node.child("right"));
        String sign = node.child("operator").text();
        Value value = operators.binary(sign.substring(0, sign.length() - 1), left, right);
        if (left instanceof Items items && right instanceof Items more && sign.equals("+=")) {
            items.all.addAll(more.all);
            value = items;
        }
        assign(node.child("left"), value);
        return value;
    }

    /** Puts an element of a loop into its variables, whose names say nothing of this rank. */
    void take(Node target, Value element) {
        boolean before = naming;
        naming = false;
        assign(target, element);
        naming = before;
    }

    private Value named(String name, Value value) {
        return naming ? run.named(name, value) : value;
    }

    /** Puts a value into a variable, an attribute, an element, or its parts into several. */
    void assign(Node target, Value value) {
        switch (target.type()) {
            case "identifier" -> run.now.scope.set(target.text(), named(target.text(), value));
            case "attribute" ->
                run.attributes.set(
                        value(target.child("object")),
                        target.child("attribute").text(),
                        named(target.child("attribute").text(), value));
            case "subscript" -> subscripts.set(target, value);
            case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list" -> unpack(target.parts(), value);
            case "list_splat_pattern", "parenthesized_expression", "as_pattern_target" ->
                assign(target.parts().get(0), value);
            default -> {
                // Nothing that can hold a value.
            }
        }
    }

    private void unpack(List<Node> targets, Value value) {
        int count = targets.size();
        if (value instanceof Items items && items.all.size() >= count - 1) {
            int at = 0;
            for (int i = 0; i < count; i++) {
                if (targets.get(i).is("list_splat_pattern")) {
                    int end = items.all.size() - (count - 1 - i);
                    assign(targets.get(i), new Items(items.all.subList(at, Math.max(at, end)), run.open));
                    at = Math.max(at, end);
                } else {
                    assign(targets.get(i), at < items.all.size() ? items.all.get(at++) : Const.NULL);
                }
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            String key = Keys.shorten(value.key() + "[" + i + "]");
            assign(targets.get(i), run.unknown(key, value.ranked()));
        }
    }
}
