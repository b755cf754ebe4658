package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;

/** Comprehensions and generator expressions. */
final class Comprehensions {
    private final PythonRun run;

    Comprehensions(PythonRun run) {
        this.run = run;
    }

    private Value value(Node node) {
        return run.expressions.of(node);
    }

    Value of(Node node) {
        List<Value> found = new ArrayList<>();
        Mapping mapping = new Mapping(run.open);
        Node body = node.child("body");
        clause(node.parts().stream().filter(each -> each != body).toList(), 0, () -> {
            if (body.is("pair")) {
                mapping.put(value(body.child("key")), value(body.child("value")));
            } else {
                found.add(value(body));
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
            run.statements.loops().each(clause, clause.oneLine(), value(clause.child("right")), element -> {
                run.expressions.assignments().take(clause.child("left"), element);
                clause(clauses, at + 1, body);
            });
            return;
        }
        long instance = run.now.visit(clause);
        Node condition = clause.parts().get(0);
        boolean holds = run.truth.of(value(condition), clause, instance);
        Open before = run.open;
        run.statements
                .forking()
                .open(clause, condition.oneLine(), clause.line(), false, instance, holds ? 0 : 1, Forking.BLOCK);
        if (holds) {
            clause(clauses, at + 1, body);
        }
        run.open = before;
    }
}
