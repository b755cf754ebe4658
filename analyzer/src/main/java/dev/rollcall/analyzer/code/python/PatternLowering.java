package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import java.util.List;
import java.util.Set;

/** Lowers the patterns of {@code match} to tests (language reference, 8.6.4). */
final class PatternLowering {
    /** Classes whose only positional pattern is matched with the object itself. */
    private static final Set<String> ITSELF =
            Set.of("bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple");

    private final FunctionLowering function;
    private int line;
    private String text;

    PatternLowering(FunctionLowering function) {
        this.function = function;
    }

    /** Tests a subject against a case with its guard; goes on if it matches, else to a label. */
    void match(SyntaxNode statement, SyntaxNode clause, Operand subject, Label fail) {
        line = clause.line();
        List<SyntaxNode> cases =
                clause.parts().stream().filter(each -> each.is("case_pattern")).toList();
        SyntaxNode guard = clause.child("guard");
        text = "match " + texts(statement.all("subject")) + ": case " + texts(cases)
                + (guard.isPresent() ? " " + guard.oneLine() : "");
        if (cases.size() == 1) {
            pattern(cases.get(0), subject, fail);
        } else {
            sequence(cases, subject, fail);
        }
        if (guard.isPresent()) {
            Label body = function.builder().label();
            function.expressions().condition(guard.part(0), line, text, body, fail);
            function.builder().place(body);
        }
    }

    private static String texts(List<SyntaxNode> nodes) {
        return String.join(", ", nodes.stream().map(SyntaxNode::oneLine).toList());
    }

    private void pattern(SyntaxNode node, Operand subject, Label fail) {
        switch (node.type()) {
            case "case_pattern" -> inner(node, subject, fail);
            case "union_pattern" -> union(node, subject, fail);
            case "as_pattern" -> {
                pattern(node.part(0), subject, fail);
                function.targets().assign(node.part(node.parts().size() - 1), subject, line);
            }
            case "list_pattern", "tuple_pattern" -> sequence(node.parts(), subject, fail);
            case "dict_pattern" -> mapping(node, subject, fail);
            case "class_pattern" -> type(node, subject, fail);
            case "dotted_name" -> name(node, subject, fail);
            case "splat_pattern" -> {
                if (node.part(0).is("identifier")) {
                    function.targets().assign(node.part(0), subject, line);
                }
            }
            case "" -> {}
            default -> equal(node, subject, fail);
        }
    }

    /** {@code _} has no part of its own. */
    private void inner(SyntaxNode node, Operand subject, Label fail) {
        if (node.part(0).isPresent()) {
            part(node, node.part(0), subject, fail);
        }
    }

    /** A negative number is a number with a sign before it. */
    private void part(SyntaxNode whole, SyntaxNode node, Operand subject, Label fail) {
        int at = whole.children().indexOf(node);
        if (at > 0 && whole.children().get(at - 1).is("-")) {
            Literal number = Literals.of(node);
            Object value = number == null ? null : number.value();
            Literal negative = value instanceof Long integer
                    ? new Literal(-integer)
                    : value instanceof Double real ? new Literal(-real) : Literal.name("-" + node.text());
            test(Operator.EQ, subject, negative, fail);
        } else {
            pattern(node, subject, fail);
        }
    }

    private void equal(SyntaxNode node, Operand subject, Label fail) {
        Literal literal = Literals.of(node);
        boolean single = literal != null && (literal.value() == null || literal.value() instanceof Boolean);
        Operand value = literal == null && node.parts().isEmpty() || node.is("complex_pattern")
                ? Literal.name(node.oneLine())
                : function.expressions().value(node);
        test(single ? Operator.IS : Operator.EQ, subject, value, fail);
    }

    private void name(SyntaxNode node, Operand subject, Label fail) {
        if (node.parts().size() == 1) {
            function.write(node.text(), subject, line);
            return;
        }
        Meaning known = function.expressions().meaning(node);
        Operand value = known == null ? function.read(node.part(0).text(), line) : function.read(known, line);
        for (int i = 1; known == null && i < node.parts().size(); i++) {
            Place field = new Place.Field(value, "", node.part(i).text());
            value = function.assign(null, new Expression.Load(field), line);
        }
        test(Operator.EQ, subject, value, fail);
    }

    private void union(SyntaxNode node, Operand subject, Label fail) {
        Label matched = function.builder().label();
        List<SyntaxNode> parts = node.parts();
        for (int i = 0; i < parts.size(); i++) {
            Label next = i + 1 < parts.size() ? function.builder().label() : fail;
            part(node, parts.get(i), subject, next);
            if (next != fail) {
                function.builder().jump(matched, line);
                function.builder().place(next);
            }
        }
        function.builder().place(matched);
    }

    private void sequence(List<SyntaxNode> parts, Operand subject, Label fail) {
        typeTest(subject, "collections.abc.Sequence", fail);
        int star = -1;
        for (int i = 0; i < parts.size(); i++) {
            star = splat(parts.get(i)) ? i : star;
        }
        Literal least = new Literal((long) (star < 0 ? parts.size() : parts.size() - 1));
        Operand length = function.expressions().apply(null, line, Operator.LEN, subject);
        test(star < 0 ? Operator.EQ : Operator.GE, length, least, fail);
        for (int i = 0; i < parts.size(); i++) {
            int after = parts.size() - 1 - i;
            if (i == star) {
                Literal end = after == 0 ? Literals.NONE : new Literal((long) -after);
                Operand rest = function.assign(
                        null,
                        new Expression.Apply(
                                Operator.SLICE,
                                Arithmetic.DYNAMIC,
                                List.of(subject, new Literal((long) i), end, Literals.NONE)),
                        line);
                pattern(parts.get(i), function.call("list", line, rest), fail);
            } else {
                Literal index = new Literal((long) (star >= 0 && i > star ? -after - 1 : i));
                pattern(parts.get(i), item(subject, index), fail);
            }
        }
    }

    private static boolean splat(SyntaxNode node) {
        return node.is("splat_pattern")
                || node.is("case_pattern") && node.part(0).is("splat_pattern");
    }

    private Operand item(Operand of, Operand key) {
        return function.assign(null, new Expression.Load(new Place.Item(of, key)), line);
    }

    private void mapping(SyntaxNode node, Operand subject, Label fail) {
        typeTest(subject, "collections.abc.Mapping", fail);
        List<SyntaxNode> parts = node.parts();
        for (int i = 0; i < parts.size(); i++) {
            if (splat(parts.get(i))) {
                pattern(parts.get(i), function.call("dict", line, subject), fail);
            } else if (i + 1 < parts.size()) {
                SyntaxNode key = parts.get(i++).bare();
                Operand value = function.expressions().value(key.is("case_pattern") ? key.part(0) : key);
                test(Operator.IN, value, subject, fail);
                pattern(parts.get(i), item(subject, value), fail);
            }
        }
    }

    private void type(SyntaxNode node, Operand subject, Label fail) {
        Meaning known = function.expressions().meaning(node.part(0));
        String name = known == null ? null : ModuleNames.nameOf(known);
        typeTest(subject, name == null ? node.part(0).oneLine() : name, fail);
        List<SyntaxNode> parts = node.parts();
        for (int i = 1; i < parts.size(); i++) {
            SyntaxNode keyword = parts.get(i).is("keyword_pattern")
                    ? parts.get(i)
                    : parts.get(i).first("keyword_pattern");
            if (keyword.isPresent()) {
                Place field = new Place.Field(subject, "", keyword.part(0).text());
                pattern(keyword.part(1), function.assign(null, new Expression.Load(field), line), fail);
            } else if (name != null && ITSELF.contains(name)) {
                pattern(parts.get(i), subject, fail);
            } else {
                Literal index = new Literal((long) (i - 1));
                pattern(parts.get(i), function.call("match_args", line, subject, index), fail);
            }
        }
    }

    private void typeTest(Operand subject, String type, Label fail) {
        branch(function.assign(null, new Expression.TypeTest(subject, type), line), fail);
    }

    private void test(Operator operator, Operand subject, Operand value, Label fail) {
        branch(function.expressions().apply(null, line, operator, subject, value), fail);
    }

    private void branch(Operand condition, Label fail) {
        Label matched = function.builder().label();
        function.branch(condition, line, text, matched, fail);
        function.builder().place(matched);
    }
}
