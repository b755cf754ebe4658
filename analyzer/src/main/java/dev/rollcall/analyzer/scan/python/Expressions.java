package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;

/** Works out expressions. */
final class Expressions {
    private final PythonRun run;
    private final Operators operators;
    private final Subscripts subscripts;
    private final Choices choices;
    private final Comprehensions comprehensions;
    private final Assignments assignments;

    Expressions(PythonRun run) {
        this.run = run;
        operators = new Operators(run);
        subscripts = new Subscripts(run);
        choices = new Choices(run);
        comprehensions = new Comprehensions(run);
        assignments = new Assignments(run, operators, subscripts);
    }

    Assignments assignments() {
        return assignments;
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
            case "not_operator" -> choices.not(node);
            case "binary_operator" ->
                operators.binary(node.child("operator").text(), of(node.child("left")), of(node.child("right")));
            case "boolean_operator" -> choices.either(node);
            case "comparison_operator" -> choices.compare(node);
            case "conditional_expression" -> choices.conditional(node);
            case "call" -> run.invocations.call(node);
            case "attribute" ->
                run.attributes.get(
                        of(node.child("object")), node.child("attribute").text());
            case "subscript" -> subscripts.of(node);
            case "lambda" -> new Function("<lambda>", node, run.now.scope);
            case "list_comprehension", "set_comprehension", "generator_expression", "dictionary_comprehension" ->
                comprehensions.of(node);
            case "named_expression", "assignment" -> assignments.of(node);
            case "augmented_assignment" -> assignments.augmented(node);
            case "yield" -> {
                yielded(node);
                yield run.unknown("sent to " + run.now.name, false);
            }
            default -> run.unknown("text " + node.oneLine(), false);
        };
    }

    private void yielded(Node node) {
        Activation generator = run.now;
        List<Node> parts = node.parts();
        Value value = parts.isEmpty() ? Const.NULL : of(parts.get(0));
        if (generator.block != null) {
            generator.block.accept(value);
        } else if (!parts.isEmpty()) {
            generator.yielded.add(value);
        }
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
}
