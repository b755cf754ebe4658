package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lowers comprehensions to loops that fill a collection. A generator expression is a list: nearly all are used up where they stand, so
 * that only the order of effects in it differs.
 */
final class ComprehensionLowering {
    private final FunctionLowering function;

    ComprehensionLowering(FunctionLowering function) {
        this.function = function;
    }

    /** Returns the collection. */
    Operand collect(SyntaxNode node) {
        Build.Kind kind = switch (node.type()) {
            case "set_comprehension" -> Build.Kind.SET;
            case "dictionary_comprehension" -> Build.Kind.MAP;
            default -> Build.Kind.LIST;
        };
        List<SyntaxNode> clauses = node.parts().stream()
                .filter(each -> each.is("for_in_clause") || each.is("if_clause"))
                .toList();
        Variable result = function.assign(null, new Build(kind, List.of()), node.line());
        Label end = function.builder().label();
        loop(clauses, 0, end, result, node);
        function.builder().place(end);
        return result;
    }

    /** @param next where it goes on if there is no more element */
    private void loop(List<SyntaxNode> clauses, int at, Label next, Variable result, SyntaxNode node) {
        if (at == clauses.size()) {
            add(result, node);
            function.builder().jump(next, node.line());
            return;
        }
        SyntaxNode clause = clauses.get(at);
        Label body = function.builder().label();
        if (clause.is("if_clause")) {
            function.expressions().condition(clause.part(0), body, next);
            function.builder().place(body);
            loop(clauses, at + 1, next, result, node);
            return;
        }
        Operand of = function.expressions().value(clause.child("right"));
        Operand kept = function.isConstant(of) ? of : function.assign(null, new Expression.Copy(of), clause.line());
        SyntaxNode target = clause.child("left");
        Set<String> names = new HashSet<>();
        Scope.identifiers(target, names);
        function.enterComprehension();
        names.stream().sorted().forEach(function::comprehensionVariable);
        Label header = function.builder().label();
        function.builder().place(header);
        Variable single = function.localTarget(target);
        Variable item = single == null ? function.builder().temporary() : single;
        String text = target.oneLine() + " in " + clause.child("right").oneLine();
        function.emit(new Instruction.Advance(item, kept), clause.line(), text, body, next);
        function.builder().place(body);
        if (single == null) {
            function.targets().assign(target, item, clause.line());
        }
        loop(clauses, at + 1, header, result, node);
        function.leaveComprehension();
    }

    private void add(Variable result, SyntaxNode node) {
        SyntaxNode body = node.child("body");
        int line = body.line();
        if (body.is("pair")) {
            Operand key = function.expressions().value(body.child("key"));
            Operand value = function.expressions().value(body.child("value"));
            function.emit(new Instruction.Store(new Place.Item(result, key), value), line);
            return;
        }
        Operand value = function.expressions().value(body);
        Callee add = new Callee.Virtual(result, "", node.is("set_comprehension") ? "add" : "append", "");
        function.emit(new Instruction.Invoke(null, add, List.of(Argument.of(value))), line);
    }
}
