package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;

/** Expressions that decide: comparisons, {@code and}, {@code or}, {@code not}, {@code a if b else c}. */
final class Choices {
    private final PythonRun run;

    Choices(PythonRun run) {
        this.run = run;
    }

    Value not(Node node) {
        Value value = run.expressions.of(node.child("argument"));
        long instance = run.now.visit(node);
        boolean holds = run.truth.of(value, node, instance);
        Value outcome = run.truth.asking(new Const(!holds, value.ranked(), run.open), instance);
        return run.truth.doubtingly(outcome, value);
    }

    /** {@code and} and {@code or}: what stands right of them is done only where the left side does not decide. */
    Value either(Node node) {
        Value left = run.expressions.of(node.child("left"));
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
        Value right = run.expressions.of(node.child("right"));
        run.open = before;
        if (!(right instanceof Const known)) {
            return run.truth.doubtingly(right, left);
        }
        Const outcome = new Const(known.content(), left.ranked() || right.ranked(), right.origin());
        return run.truth.doubtingly(run.truth.asking(outcome, instance), left, right);
    }

    Value compare(Node node) {
        List<Node> parts = node.parts().stream()
                .filter(each -> !each.field().equals("operators"))
                .toList();
        List<String> signs = new ArrayList<>();
        node.all("operators").forEach(each -> signs.add(each.text().replaceAll("\\s+", " ")));
        Value left = run.expressions.of(parts.get(0));
        Value outcome = Const.NULL;
        boolean ranked = false;
        for (int i = 1; i < parts.size(); i++) {
            Value right = run.expressions.of(parts.get(i));
            outcome = run.truth.compare(signs.get(Math.min(i, signs.size()) - 1), left, right, parts.get(i));
            ranked |= outcome.ranked();
            if (outcome instanceof Const known && known.number() == 0) {
                return outcome;
            }
            left = right;
        }
        return ranked == outcome.ranked() ? outcome : new Const(true, ranked, run.open);
    }

    Value conditional(Node node) {
        List<Node> parts = node.parts();
        long instance = run.now.visit(node);
        boolean holds = run.truth.of(run.expressions.of(parts.get(1)), node, instance);
        Open before = run.open;
        run.statements
                .forking()
                .open(node, parts.get(1).oneLine(), parts.get(1).line(), false, instance, holds ? 0 : 1, Forking.BLOCK);
        Value value = run.expressions.of(parts.get(holds ? 0 : 2));
        run.open = before;
        return value;
    }
}
