package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;

/** Works out expressions. */
final class Expressions {
    private final PythonRun run;
    private final Operators operators;
    private final Subscripts subscripts;
    /** Whether names of variables say what they hold. */
    private boolean naming = true;

    Expressions(PythonRun run) {
        this.run = run;
        operators = new Operators(run);
        subscripts = new Subscripts(run);
    }

    /** Returns what an expression is. */
    Value of(Node node) {
        run.step();
        return switch (node.type()) {
            case "identifier" -> name(node);
            case "integer", "float" -> number(node.text());
            case "string", "concatenated_string" -> Texts.of(node, run);
            case "true" -> new Const(true, false, run.open);
            case "false" -> new Const(false, false, run.open);
            case "none" -> new Const(null, false, run.open);
            case "list", "tuple", "set", "expression_list" -> items(node);
            case "dictionary" -> dictionary(node);
            case "parenthesized_expression", "await", "type", "list_splat", "dictionary_splat" ->
                node.parts().isEmpty() ? Const.NULL : of(node.parts().get(0));
            case "unary_operator" -> operators.unary(node.child("operator").text(), of(node.child("argument")));
            case "not_operator" -> not(node);
            case "binary_operator" ->
                operators.binary(node.child("operator").text(), of(node.child("left")), of(node.child("right")));
            case "boolean_operator" -> either(node);
            case "comparison_operator" -> compare(node);
            case "conditional_expression" -> conditional(node);
            case "call" -> run.invocations.call(node);
            case "attribute" ->
                run.attributes.get(
                        of(node.child("object")), node.child("attribute").text());
            case "subscript" -> subscripts.of(node);
            case "lambda" -> new Function("<lambda>", node, run.now.scope);
            case "list_comprehension", "set_comprehension", "generator_expression", "dictionary_comprehension" ->
                comprehension(node);
            case "named_expression", "assignment" -> assignment(node);
            case "augmented_assignment" -> augmented(node);
            case "yield" -> {
                node.parts().forEach(each -> run.now.yielded.add(of(each)));
                yield run.unknown("sent to " + run.now.name, false);
            }
            default -> run.unknown("text " + node.oneLine(), false);
        };
    }

    private Value name(Node node) {
        String name = node.text();
        Value value = run.now.scope.find(name);
        if (value != null) {
            return value;
        }
        Value meant = run.meaning(name);
        if (meant != null) {
            return meant;
        }
        return new Library(name.equals("dist") ? "torch.distributed" : name, run.open);
    }

    private Const number(String text) {
        String bare = text.replace("_", "").toLowerCase(java.util.Locale.ROOT);
        Object content;
        try {
            if (bare.startsWith("0x")) {
                content = Long.parseLong(bare.substring(2), 16);
            } else if (bare.startsWith("0b")) {
                content = Long.parseLong(bare.substring(2), 2);
            } else if (bare.startsWith("0o")) {
                content = Long.parseLong(bare.substring(2), 8);
            } else {
                content = bare.matches("\\d+") ? (Object) Long.parseLong(bare) : (Object) Double.parseDouble(bare);
            }
        } catch (NumberFormatException imaginaryOrHuge) {
            content = 0L;
        }
        return new Const(content, false, run.open);
    }

    private Items items(Node node) {
        List<Value> all = new ArrayList<>();
        for (Node each : node.parts()) {
            Value value = of(each);
            if (each.is("list_splat") && value instanceof Items inner) {
                all.addAll(inner.all);
            } else {
                all.add(value);
            }
        }
        return new Items(all, run.open);
    }

    private Mapping dictionary(Node node) {
        Mapping mapping = new Mapping(run.open);
        for (Node each : node.parts()) {
            if (each.is("pair")) {
                mapping.put(of(each.child("key")), of(each.child("value")));
            } else if (of(each) instanceof Mapping other) {
                other.keys.forEach((key, value) -> mapping.put(value, other.values.get(key)));
            }
        }
        return mapping;
    }

    private Value not(Node node) {
        Value value = of(node.child("argument"));
        long instance = run.now.visit(node);
        boolean holds = run.truth.of(value, node, instance);
        Value outcome = run.truth.asking(new Const(!holds, value.ranked(), run.open), instance);
        return run.truth.doubtingly(outcome, value);
    }

    /** {@code and} and {@code or}: what stands right of them is done only where the left side does not decide. */
    private Value either(Node node) {
        Value left = of(node.child("left"));
        long instance = run.now.visit(node);
        boolean holds = run.truth.of(left, node, instance);
        boolean both = node.child("operator").text().equals("and");
        if (holds != both) {
            run.behaviour.ways.put(instance, 1);
            return left;
        }
        Open before = run.open;
        run.statements
                .forking()
                .open(node, node.child("left").oneLine(), node.line(), false, instance, 0, Forking.BLOCK);
        Value right = of(node.child("right"));
        run.open = before;
        if (!(right instanceof Const known)) {
            return run.truth.doubtingly(right, left);
        }
        Const outcome = new Const(known.content(), left.ranked() || right.ranked(), right.origin());
        return run.truth.doubtingly(run.truth.asking(outcome, instance), left, right);
    }

    private Value compare(Node node) {
        List<Node> parts = node.parts().stream()
                .filter(each -> !each.field().equals("operators"))
                .toList();
        List<String> signs = new ArrayList<>();
        node.all("operators").forEach(each -> signs.add(each.text().replaceAll("\\s+", " ")));
        Value left = of(parts.get(0));
        Value outcome = Const.NULL;
        boolean ranked = false;
        for (int i = 1; i < parts.size(); i++) {
            Value right = of(parts.get(i));
            outcome = run.truth.compare(signs.get(Math.min(i, signs.size()) - 1), left, right, parts.get(i));
            ranked |= outcome.ranked();
            if (outcome instanceof Const known && known.number() == 0) {
                return outcome;
            }
            left = right;
        }
        return ranked == outcome.ranked() ? outcome : new Const(true, ranked, run.open);
    }

    private Value conditional(Node node) {
        List<Node> parts = node.parts();
        long instance = run.now.visit(node);
        boolean holds = run.truth.of(of(parts.get(1)), node, instance);
        Open before = run.open;
        run.statements
                .forking()
                .open(node, parts.get(1).oneLine(), parts.get(1).line(), false, instance, holds ? 0 : 1, Forking.BLOCK);
        Value value = of(parts.get(holds ? 0 : 2));
        run.open = before;
        return value;
    }

    private Value comprehension(Node node) {
        List<Value> found = new ArrayList<>();
        Mapping mapping = new Mapping(run.open);
        Node body = node.child("body");
        clause(node.parts().stream().filter(each -> each != body).toList(), 0, () -> {
            if (body.is("pair")) {
                mapping.put(of(body.child("key")), of(body.child("value")));
            } else {
                found.add(of(body));
            }
        });
        return body.is("pair") ? mapping : new Items(found, run.open);
    }

    private void clause(List<Node> clauses, int at, Runnable body) {
        if (at == clauses.size()) {
            body.run();
            return;
        }
        Node clause = clauses.get(at);
        if (clause.is("for_in_clause")) {
            run.statements.loops().each(clause, clause.oneLine(), of(clause.child("right")), element -> {
                take(clause.child("left"), element);
                clause(clauses, at + 1, body);
            });
            return;
        }
        long instance = run.now.visit(clause);
        Node condition = clause.parts().get(0);
        boolean holds = run.truth.of(of(condition), clause, instance);
        Open before = run.open;
        run.statements
                .forking()
                .open(clause, condition.oneLine(), clause.line(), false, instance, holds ? 0 : 1, Forking.BLOCK);
        if (holds) {
            clause(clauses, at + 1, body);
        }
        run.open = before;
    }

    private Value assignment(Node node) {
        Node right = node.child(node.is("assignment") ? "right" : "value");
        if (right == null) {
            return Const.NULL;
        }
        Value value = of(right);
        assign(node.child(node.is("assignment") ? "left" : "name"), value);
        return value;
    }

    private Value augmented(Node node) {
        Value left = of(node.child("left"));
        Value right = of(node.child("right"));
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
                        of(target.child("object")),
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
