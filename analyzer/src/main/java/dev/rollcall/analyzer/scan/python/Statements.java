package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;

/** Runs statements. */
final class Statements {
    private final PythonRun run;
    private final Forking forking;
    private final Loops loops;
    private final Definitions definitions;
    private final Imports imports;
    private final Contexts contexts;

    Statements(PythonRun run) {
        this.run = run;
        forking = new Forking(run);
        loops = new Loops(run, forking);
        definitions = new Definitions(run);
        imports = new Imports(run);
        contexts = new Contexts(run);
    }

    Imports imports() {
        return imports;
    }

    Loops loops() {
        return loops;
    }

    Forking forking() {
        return forking;
    }

    /** Runs the statements of a block or a module. */
    void block(Node block) {
        for (Node each : block.parts()) {
            run.step();
            run.now.line = each.line();
            run(each);
        }
    }

    /** Runs one statement. */
    void run(Node node) {
        switch (node.type()) {
            case "expression_statement" -> node.parts().forEach(run.expressions::of);
            case "if_statement" ->
                choose(node, node.child("condition"), node.child("consequence"), node.all("alternative"));
            case "for_statement" -> loops.forEach(node);
            case "while_statement" -> loops.whileHolds(node);
            case "try_statement" -> attempt(node);
            case "with_statement" -> contexts.with(node);
            case "match_statement" -> match(node);
            case "return_statement" -> {
                List<Node> parts = node.parts();
                throw new Signal(
                        Signal.Kind.RETURN, parts.isEmpty() ? Const.NULL : run.expressions.of(parts.get(0)), run.open);
            }
            case "raise_statement" -> {
                List<Node> parts = node.parts();
                Value raised = parts.isEmpty() ? new Library("Exception", run.open) : run.expressions.of(parts.get(0));
                throw new Signal(Signal.Kind.RAISE, raised, run.open);
            }
            case "break_statement" -> throw new Signal(Signal.Kind.BREAK, null, run.open);
            case "continue_statement" -> throw new Signal(Signal.Kind.CONTINUE, null, run.open);
            case "assert_statement" -> check(node);
            case "global_statement", "nonlocal_statement" ->
                node.parts().forEach(name -> run.now.scope.elsewhere.add(name.text()));
            case "function_definition", "class_definition", "decorated_definition" -> definitions.define(node);
            case "import_statement", "import_from_statement" -> imports.run(node);
            default -> {
                // Statements that neither call nor decide, and what is not Python.
            }
        }
    }

    /** An if with its alternatives; each elif is a branch of its own. */
    private void choose(Node node, Node condition, Node consequence, List<Node> alternatives) {
        int level = Math.max(
                Forking.escapes(consequence),
                alternatives.stream()
                        .mapToInt(each -> Forking.escapes(each))
                        .max()
                        .orElse(Forking.BLOCK));
        long instance = run.now.visit(node);
        boolean holds = run.truth.of(run.expressions.of(condition), node, instance);
        Open before = run.open;
        forking.open(node, condition.oneLine(), node.line(), false, instance, holds ? 0 : 1, level);
        if (holds) {
            block(consequence);
        } else if (!alternatives.isEmpty()) {
            Node next = alternatives.get(0);
            if (next.is("elif_clause")) {
                choose(
                        next,
                        next.child("condition"),
                        next.child("consequence"),
                        alternatives.subList(1, alternatives.size()));
            } else {
                block(next.child("body"));
            }
        }
        if (level == Forking.BLOCK) {
            run.open = before;
        }
    }

    private void check(Node node) {
        long instance = run.now.visit(node);
        Node condition = node.parts().get(0);
        Value value = run.truth.checked(() -> run.expressions.of(condition));
        boolean holds = !run.truth.known(value) || run.truth.of(value, node, instance);
        if (!holds) {
            forking.open(node, condition.oneLine(), node.line(), false, instance, 1, Forking.FUNCTION);
            throw new Signal(Signal.Kind.RAISE, new Library("AssertionError", run.open), run.open);
        }
        if (value.ranked()) {
            forking.open(node, condition.oneLine(), node.line(), false, instance, 0, Forking.FUNCTION);
        }
    }

    private void attempt(Node node) {
        Open before = run.open;
        Activation frame = run.now;
        try {
            block(node.child("body"));
            Node otherwise = node.first("else_clause");
            if (otherwise != null) {
                block(otherwise.child("body"));
            }
        } catch (Signal signal) {
            Node handler = signal.kind == Signal.Kind.RAISE ? handler(node, signal.value) : null;
            if (handler == null) {
                throw signal;
            }
            run.now = frame;
            run.open = Open.handler(signal.open, Forking.BLOCK, frame, before);
            block(handler.first("block"));
            run.open = before;
        } finally {
            Node last = node.first("finally_clause");
            if (last != null && run.now == frame) {
                Open inside = run.open;
                run.open = before;
                block(last.first("block"));
                run.open = inside;
            }
        }
    }

    private Node handler(Node node, Value raised) {
        for (Node each : node.children()) {
            Node wanted = each.is("except_clause", "except_group_clause") ? each.child("value") : null;
            if (each.is("except_clause", "except_group_clause") && (wanted == null || catches(wanted, raised))) {
                return each;
            }
        }
        return null;
    }

    private boolean catches(Node wanted, Value raised) {
        if (wanted.is("as_pattern")) {
            Node alias = wanted.child("alias");
            boolean caught = catches(wanted.parts().get(0), raised);
            if (caught && alias != null) {
                run.now.scope.set(alias.text(), raised);
            }
            return caught;
        }
        if (wanted.is("tuple")) {
            return wanted.parts().stream().anyMatch(each -> catches(each, raised));
        }
        return Exceptions.isA(raised, wanted.text(), run.now.scope);
    }

    private void match(Node node) {
        Value subject = run.expressions.of(node.child("subject"));
        Open before = run.open;
        int level = Forking.escapes(node);
        for (Node each : node.child("body").all("alternative")) {
            long instance = run.now.visit(each);
            Node pattern = each.first("case_pattern");
            boolean holds = Patterns.matches(pattern, subject, each, run);
            Node guard = each.child("guard");
            if (holds && guard != null) {
                holds = run.truth.of(run.expressions.of(guard.parts().get(0)), each, instance);
            }
            String text = "case " + pattern.oneLine();
            forking.open(each, text, each.line(), false, instance, holds ? 0 : 1, level);
            if (holds) {
                block(each.child("consequence"));
                break;
            }
        }
        if (level == Forking.BLOCK) {
            run.open = before;
        }
    }
}
