package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.FunctionBuilder.Label;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Lowers expressions: to operands, or to branches where they are conditions. */
final class ExpressionLowering {
    private static final Map<String, Operator> BINARY = Map.ofEntries(
            Map.entry("+", Operator.ADD),
            Map.entry("-", Operator.SUB),
            Map.entry("*", Operator.MUL),
            Map.entry("/", Operator.DIV),
            Map.entry("//", Operator.FLOOR_DIV),
            Map.entry("%", Operator.MOD),
            Map.entry("**", Operator.POW),
            Map.entry("&", Operator.AND),
            Map.entry("|", Operator.OR),
            Map.entry("^", Operator.XOR),
            Map.entry("<<", Operator.SHL),
            Map.entry(">>", Operator.SHR));
    private static final Map<String, Operator> COMPARISONS = Map.ofEntries(
            Map.entry("==", Operator.EQ),
            Map.entry("!=", Operator.NE),
            Map.entry("<>", Operator.NE),
            Map.entry("<", Operator.LT),
            Map.entry("<=", Operator.LE),
            Map.entry(">", Operator.GT),
            Map.entry(">=", Operator.GE),
            Map.entry("in", Operator.IN),
            Map.entry("not in", Operator.NOT_IN),
            Map.entry("is", Operator.IS),
            Map.entry("is not", Operator.IS_NOT));

    private final FunctionLowering function;
    private final ArgumentLowering arguments;
    private final ComprehensionLowering comprehensions;

    ExpressionLowering(FunctionLowering function) {
        this.function = function;
        arguments = new ArgumentLowering(function);
        comprehensions = new ComprehensionLowering(function);
    }

    /** Returns the value of an expression. */
    Operand value(SyntaxNode node) {
        return value(node, null);
    }

    /**
     * Returns the value of an expression.
     *
     * @param to the variable that the value is for, which the expression may set; null for none
     */
    Operand value(SyntaxNode node, Variable to) {
        Literal literal = Literals.of(node);
        if (literal != null) {
            return literal;
        }
        int line = node.line();
        return switch (node.type()) {
            case "identifier", "keyword_identifier" -> function.read(node.text(), line);
            case "parenthesized_expression", "await", "type" -> value(node.part(0), to);
            case "attribute" -> attribute(node, to);
            case "subscript" -> subscript(node, to);
            case "call" -> arguments.call(node, to);
            case "binary_operator" ->
                binary(node.child("operator").type(), value(node.child("left")), value(node.child("right")), to, line);
            case "unary_operator" -> unary(node, to);
            case "not_operator" -> apply(to, line, Operator.NOT, value(node.child("argument")));
            case "boolean_operator" -> shortCircuit(node);
            case "comparison_operator" -> comparison(node, to);
            case "conditional_expression" -> conditional(node);
            case "named_expression" -> named(node);
            case "tuple", "expression_list", "pattern_list" -> collection(node, Build.Kind.TUPLE, to);
            case "list" -> collection(node, Build.Kind.LIST, to);
            case "set" -> collection(node, Build.Kind.SET, to);
            case "dictionary" -> dictionary(node, to);
            case "string" -> text(List.of(node), to, line);
            case "concatenated_string" -> text(node.parts(), to, line);
            case "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression" ->
                comprehensions.collect(node);
            case "lambda" -> function.closure(node, line);
            case "yield" -> give(node, line);
            case "list_splat", "dictionary_splat" -> value(node.part(0), to);
            default -> unknown(node);
        };
    }

    /** What is not understood is evaluated in its parts; the function has a gap. */
    private Operand unknown(SyntaxNode node) {
        node.parts().forEach(this::value);
        return Literals.NONE;
    }

    private Operand attribute(SyntaxNode node, Variable to) {
        Meaning known = meaning(node);
        if (known != null) {
            return function.read(known, node.line());
        }
        Expression load = new Expression.Load(function.targets().attribute(node));
        return function.assign(to, load, node.child("attribute").line());
    }

    /** Returns what an expression of names and dots stands for; null if that is a matter of values. */
    Meaning meaning(SyntaxNode node) {
        return function.module().names().ofExpression(node, name -> {
            Meaning found = function.meaning(name, true);
            return ModuleNames.nameOf(found) != null
                            || found instanceof Meaning.Function
                            || found instanceof Meaning.Attribute
                    ? found
                    : null;
        });
    }

    private Operand subscript(SyntaxNode node, Variable to) {
        Operand of = value(node.child("value"));
        List<SyntaxNode> keys = node.all("subscript");
        if (keys.size() == 1 && keys.get(0).is("slice")) {
            List<Operand> operands = new ArrayList<>(List.of(of));
            operands.addAll(slice(keys.get(0)));
            return apply(to, node.line(), Operator.SLICE, operands.toArray(Operand[]::new));
        }
        return function.assign(to, new Expression.Load(new Place.Item(of, key(node))), node.line());
    }

    /** Returns the key of a subscript; a slice of its own is an object. */
    Operand key(SyntaxNode subscript) {
        List<SyntaxNode> keys = subscript.all("subscript");
        List<Operand> parts = new ArrayList<>();
        for (SyntaxNode each : keys) {
            parts.add(
                    each.is("slice")
                            ? function.call("slice", each.line(), slice(each).toArray(Operand[]::new))
                            : value(each));
        }
        boolean one = parts.size() == 1 && subscript.children().stream().noneMatch(each -> each.is(","));
        return one ? parts.get(0) : function.assign(null, new Build(Build.Kind.TUPLE, parts), subscript.line());
    }

    private List<Operand> slice(SyntaxNode node) {
        Operand[] bounds = {Literals.NONE, Literals.NONE, Literals.NONE};
        int at = 0;
        for (SyntaxNode each : node.children()) {
            if (each.is(":")) {
                at = Math.min(2, at + 1);
            } else {
                bounds[at] = value(each);
            }
        }
        return Arrays.asList(bounds);
    }

    /** Emits an operator. */
    Variable apply(Variable to, int line, Operator operator, Operand... operands) {
        return function.assign(to, new Expression.Apply(operator, Arithmetic.DYNAMIC, Arrays.asList(operands)), line);
    }

    /** Emits a binary operator of the source. */
    Operand binary(String operator, Operand left, Operand right, Variable to, int line) {
        Operator known = BINARY.get(operator);
        return known == null
                ? function.call(to, new Callee.Named("operator.matmul", ""), Argument.of(left, right), line)
                : apply(to, line, known, left, right);
    }

    private Operand unary(SyntaxNode node, Variable to) {
        Operand of = value(node.child("argument"));
        return switch (node.child("operator").type()) {
            case "-" -> apply(to, node.line(), Operator.NEG, of);
            case "~" -> apply(to, node.line(), Operator.INVERT, of);
            default -> of;
        };
    }

    private Operand shortCircuit(SyntaxNode node) {
        Variable result = function.builder().temporary();
        Label more = function.builder().label();
        Label end = function.builder().label();
        boolean and = node.child("operator").is("and");
        set(result, node.child("left"));
        function.branch(result, node.line(), node.oneLine(), and ? more : end, and ? end : more);
        function.builder().place(more);
        set(result, node.child("right"));
        function.builder().place(end);
        return result;
    }

    /** Sets a variable that the expression does not read. */
    private void set(Variable to, SyntaxNode node) {
        Operand value = value(node, to);
        if (value != to) {
            function.assign(to, new Expression.Copy(value), node.line());
        }
    }

    private Operand conditional(SyntaxNode node) {
        Variable result = function.builder().temporary();
        Label yes = function.builder().label();
        Label no = function.builder().label();
        Label end = function.builder().label();
        condition(node.part(1), yes, no);
        function.builder().place(yes);
        set(result, node.part(0));
        function.builder().jump(end, node.line());
        function.builder().place(no);
        set(result, node.part(2));
        function.builder().place(end);
        return result;
    }

    private Operand comparison(SyntaxNode node, Variable to) {
        List<SyntaxNode> parts = node.parts();
        List<SyntaxNode> operators = node.all("operators");
        int line = node.line();
        if (operators.size() <= 1) {
            Operand left = value(node.part(0));
            Operand right = parts.size() > 1 ? value(parts.get(1)) : Literals.NONE;
            return apply(to, line, operator(operators), left, right);
        }
        Variable result = function.builder().temporary();
        Label end = function.builder().label();
        chain(node, result, line, node.oneLine(), end);
        function.builder().place(end);
        return result;
    }

    /**
     * Lowers a chain of comparisons, of which each decides whether the next one is made.
     *
     * @param to the variable for every result; null for temporaries
     * @param no where it goes on if one but the last does not hold
     * @return the result of the last one
     */
    private Variable chain(SyntaxNode node, Variable to, int line, String text, Label no) {
        List<SyntaxNode> parts = node.parts();
        List<SyntaxNode> operators = node.all("operators");
        Operand left = value(node.part(0));
        Variable result = to;
        for (int i = 0; i < operators.size(); i++) {
            Operand right = i + 1 < parts.size() ? value(parts.get(i + 1)) : Literals.NONE;
            result = apply(to, line, operator(operators.subList(i, i + 1)), left, right);
            left = right;
            if (i + 1 < operators.size()) {
                Label next = function.builder().label();
                function.branch(result, line, text, next, no);
                function.builder().place(next);
            }
        }
        return result;
    }

    private static Operator operator(List<SyntaxNode> operators) {
        return operators.isEmpty()
                ? Operator.EQ
                : COMPARISONS.getOrDefault(operators.get(0).type(), Operator.EQ);
    }

    private Operand named(SyntaxNode node) {
        Operand value = value(node.child("value"));
        function.write(node.child("name").text(), value, node.line());
        return value;
    }

    /** A collection with {@code *x} in it grows by it. */
    private Operand collection(SyntaxNode node, Build.Kind kind, Variable to) {
        List<SyntaxNode> parts = node.parts();
        int line = node.line();
        boolean plain = parts.stream().noneMatch(each -> each.is("list_splat"));
        if (plain) {
            return function.assign(to, new Build(kind, values(parts)), line);
        }
        boolean set = kind == Build.Kind.SET;
        Variable grown = function.assign(null, new Build(set ? kind : Build.Kind.LIST, List.of()), line);
        for (SyntaxNode each : parts) {
            boolean many = each.is("list_splat");
            String add = many ? set ? "update" : "extend" : set ? "add" : "append";
            Operand value = value(many ? each.part(0) : each);
            function.emit(
                    new Instruction.Invoke(null, new Callee.Virtual(grown, "", add, ""), List.of(Argument.of(value))),
                    line);
        }
        return kind == Build.Kind.TUPLE ? function.call("tuple", line, grown) : grown;
    }

    /** Returns the values of expressions, in order. */
    List<Operand> values(List<SyntaxNode> nodes) {
        List<Operand> values = new ArrayList<>(nodes.size());
        nodes.forEach(each -> values.add(value(each)));
        return values;
    }

    private Operand dictionary(SyntaxNode node, Variable to) {
        List<SyntaxNode> pairs = node.parts();
        List<Operand> parts = new ArrayList<>();
        int at = 0;
        for (; at < pairs.size() && pairs.get(at).is("pair"); at++) {
            parts.add(value(pairs.get(at).child("key")));
            parts.add(value(pairs.get(at).child("value")));
        }
        Variable map = function.assign(at == pairs.size() ? to : null, new Build(Build.Kind.MAP, parts), node.line());
        for (SyntaxNode each : pairs.subList(at, pairs.size())) {
            if (each.is("pair")) {
                Operand key = value(each.child("key"));
                Operand value = value(each.child("value"));
                function.emit(new Instruction.Store(new Place.Item(map, key), value), each.line());
            } else {
                Callee update = new Callee.Virtual(map, "", "update", "");
                function.emit(new Instruction.Invoke(null, update, List.of(Argument.of(value(each)))), each.line());
            }
        }
        return map;
    }

    private Operand text(List<SyntaxNode> strings, Variable to, int line) {
        List<Operand> parts = new ArrayList<>();
        for (SyntaxNode each : strings) {
            Literal literal = Literals.of(each);
            if (literal != null) {
                parts.add(literal);
                continue;
            }
            for (SyntaxNode part : each.parts()) {
                if (part.is("string_content")) {
                    parts.add(new Literal(Literals.unescaped(part.text())));
                } else if (part.is("interpolation")) {
                    parts.add(interpolation(part));
                }
            }
        }
        return function.assign(to, new Build(Build.Kind.TEXT, parts), line);
    }

    private Operand interpolation(SyntaxNode node) {
        Operand value = value(node.child("expression").isPresent() ? node.child("expression") : node.part(0));
        SyntaxNode conversion = node.first("type_conversion");
        if (conversion.isPresent() && !conversion.text().equals("!s")) {
            value = function.call("repr", node.line(), value);
        }
        SyntaxNode specifier = node.first("format_specifier");
        if (!specifier.isPresent()) {
            return value;
        }
        return function.call(
                "format", node.line(), value, new Literal(specifier.text().substring(1)));
    }

    private Operand give(SyntaxNode node, int line) {
        function.yields();
        SyntaxNode given = node.part(0);
        boolean all = node.first("from").isPresent();
        Operand value = given.isPresent() ? value(given) : Literals.NONE;
        if (!all) {
            function.emit(new Instruction.Yield(value), line);
            return Literals.NONE;
        }
        Label next = function.builder().label();
        Label body = function.builder().label();
        Label end = function.builder().label();
        Variable item = function.builder().temporary();
        Operand kept = function.isConstant(value) ? value : function.assign(null, new Expression.Copy(value), line);
        function.builder().place(next);
        function.emit(new Instruction.Advance(item, kept), line, node.oneLine(), body, end);
        function.builder().place(body);
        function.emit(new Instruction.Yield(item), line);
        function.builder().jump(next, line);
        function.builder().place(end);
        return Literals.NONE;
    }

    /** Lowers a condition of its own, as that of a conditional expression. */
    void condition(SyntaxNode node, Label yes, Label no) {
        condition(node, node.line(), node.oneLine(), yes, no);
    }

    /**
     * Goes one of two ways; {@code and}, {@code or} and {@code not} become several branches of one text.
     *
     * @param line the statement's line
     * @param text the whole condition
     */
    void condition(SyntaxNode node, int line, String text, Label yes, Label no) {
        SyntaxNode bare = node.bare();
        if (bare.is("not_operator")) {
            condition(bare.child("argument"), line, text, no, yes);
            return;
        }
        if (bare.is("boolean_operator")) {
            Label more = function.builder().label();
            boolean and = bare.child("operator").is("and");
            condition(bare.child("left"), line, text, and ? more : yes, and ? no : more);
            function.builder().place(more);
            condition(bare.child("right"), line, text, yes, no);
            return;
        }
        if (bare.is("comparison_operator") && bare.all("operators").size() > 1) {
            function.branch(chain(bare, null, line, text, no), line, text, yes, no);
            return;
        }
        Literal literal = Literals.of(bare);
        if (literal != null || isMain(bare)) {
            function.builder().jump(literal == null || truth(literal) ? yes : no, line);
            return;
        }
        function.branch(value(bare), line, text, yes, no);
    }

    private static boolean isMain(SyntaxNode node) {
        return node.is("comparison_operator")
                && node.text().matches("__name__\\s*==\\s*['\"]__main__['\"]|['\"]__main__['\"]\\s*==\\s*__name__");
    }

    private static boolean truth(Literal literal) {
        Object value = literal.value();
        return value != null && !value.equals(false) && !value.equals(0L) && !value.equals(0.0) && !value.equals("");
    }
}
