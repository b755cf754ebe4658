package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values as text, in the manner of Python: {@code rank}, {@code size}, {@code rank@tp}, {@code size@tp}, {@code param0}, {@code self};
 * {@code c ? a : b}, {@code and or not}, comparisons, {@code in}, {@code is}, arithmetic, {@code x[k]}, {@code x[a:b:c]},
 * {@code [a, b]}, {@code {k: v}}, {@code len(x)}, {@code f(x)}; {@code local(name)}, {@code clock(name)}, {@code exception(name)} and
 * {@code ranked(name)} are opaque with that source; {@code lost(x)} is mixed of x; {@code pass(1)}, {@code element(1, xs)}, {@code more(1,
 * xs)}, {@code induction(1, start, step)} and {@code collected(1, xs, condition, item)} belong to loop 1. Any other name is opaque and the
 * same on all ranks. With {@code int} in front of the text, numbers are Java's.
 */
public final class ValueText {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(\\d+\\.\\d+|\\d+|[A-Za-z_][\\w.]*(?:@\\w+)?|\"[^\"]*\"|==|!=|<=|>=|<<|>>|//|\\*\\*|[-+*/%<>()\\[\\]{},?:&|^~])");
    private static final List<Map<String, Operator>> BINARY = List.of(
            Map.of("|", Operator.OR),
            Map.of("^", Operator.XOR),
            Map.of("&", Operator.AND),
            Map.of("<<", Operator.SHL, ">>", Operator.SHR),
            Map.of("+", Operator.ADD, "-", Operator.SUB),
            Map.of("*", Operator.MUL, "/", Operator.DIV, "//", Operator.FLOOR_DIV, "%", Operator.MOD));
    private static final Map<String, Operator> TESTS = Map.of(
            "==", Operator.EQ,
            "!=", Operator.NE,
            "<", Operator.LT,
            "<=", Operator.LE,
            ">", Operator.GT,
            ">=", Operator.GE,
            "in", Operator.IN,
            "is", Operator.IS);

    private final ValuePool pool;
    private final List<String> tokens = new ArrayList<>();
    private final Arithmetic arithmetic;
    private int at;

    private ValueText(ValuePool pool, String text) {
        this.pool = pool;
        boolean java = text.startsWith("int ");
        arithmetic = java ? Arithmetic.INT : Arithmetic.DYNAMIC;
        String rest = java ? text.substring(4) : text;
        Matcher matcher = TOKEN.matcher(rest);
        int end = 0;
        while (matcher.lookingAt()) {
            tokens.add(matcher.group(1));
            end = matcher.end();
            matcher.region(end, rest.length());
        }
        if (!rest.substring(end).isBlank()) {
            throw new IllegalArgumentException("not understood: " + rest.substring(end));
        }
    }

    /** Returns the value of a text. */
    public static Value parse(ValuePool pool, String text) {
        ValueText parser = new ValueText(pool, text);
        Value value = parser.choice();
        if (parser.at < parser.tokens.size()) {
            throw new IllegalArgumentException(
                    "not understood: " + parser.tokens.subList(parser.at, parser.tokens.size()));
        }
        return value;
    }

    /** Returns an opaque value. */
    public static Value input(ValuePool pool, String name, Dependence dependence) {
        return pool.of(new Value.Input(name, dependence, new Origin(name, Optional.empty())));
    }

    /** Returns a loop of a test. */
    public static LoopId loop(long number) {
        return new LoopId(new FunctionId("test", "", "f", ""), (int) number);
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at) : "";
    }

    private boolean take(String token) {
        boolean found = peek().equals(token);
        at += found ? 1 : 0;
        return found;
    }

    private void expect(String token) {
        if (!take(token)) {
            throw new IllegalArgumentException("expected " + token + " at " + tokens.subList(at, tokens.size()));
        }
    }

    private Value choice() {
        Value condition = or();
        if (!take("?")) {
            return condition;
        }
        Value yes = choice();
        expect(":");
        return pool.of(new Value.Select(condition, yes, choice()));
    }

    private Value or() {
        Value left = and();
        return take("or") ? pool.of(new Value.Select(left, Value.Constant.TRUE, or())) : left;
    }

    private Value and() {
        Value left = not();
        return take("and") ? pool.of(new Value.Select(left, and(), Value.Constant.FALSE)) : left;
    }

    private Value not() {
        return take("not") ? operation(Operator.NOT, not()) : test();
    }

    private Value test() {
        Value left = binary(0);
        boolean negated = take("not");
        Operator operator = TESTS.get(peek());
        if (operator == null) {
            return left;
        }
        at++;
        Value found = operation(operator, left, binary(0));
        return negated ? operation(Operator.NOT, found) : found;
    }

    private Value binary(int level) {
        if (level == BINARY.size()) {
            return unary();
        }
        Value left = binary(level + 1);
        while (BINARY.get(level).containsKey(peek())) {
            left = operation(BINARY.get(level).get(tokens.get(at++)), left, binary(level + 1));
        }
        return left;
    }

    private Value operation(Operator operator, Value... operands) {
        return pool.of(new Value.Operation(operator, arithmetic, List.of(operands)));
    }

    private Value unary() {
        return take("-") ? operation(Operator.NEG, unary()) : postfix();
    }

    private Value postfix() {
        Value value = primary();
        while (take("[")) {
            Value from = peek().equals(":") ? Value.Constant.NULL : choice();
            if (take("]")) {
                value = pool.of(new Value.Result(Value.Result.ITEM, List.of(value, from), 0));
                continue;
            }
            expect(":");
            Value to = peek().equals(":") || peek().equals("]") ? Value.Constant.NULL : choice();
            Value step = take(":") ? choice() : Value.Constant.NULL;
            expect("]");
            value = operation(Operator.SLICE, value, from, to, step);
        }
        return value;
    }

    private Value primary() {
        String token = peek();
        at++;
        if (token.equals("(")) {
            Value value = choice();
            expect(")");
            return value;
        }
        if (token.equals("[")) {
            return pool.of(new Value.Parts(Build.Kind.LIST, list("]"), 0));
        }
        if (token.equals("{")) {
            return pool.of(new Value.Parts(Build.Kind.MAP, list("}"), 0));
        }
        if (token.startsWith("\"")) {
            return new Value.Constant(token.substring(1, token.length() - 1));
        }
        if (Character.isDigit(token.charAt(0))) {
            return pool.of(
                    token.contains(".")
                            ? new Value.Constant(Double.valueOf(token))
                            : Value.Constant.of(Long.parseLong(token)));
        }
        return take("(") ? call(token, list(")")) : name(token);
    }

    private List<Value> list(String end) {
        List<Value> all = new ArrayList<>();
        while (!take(end)) {
            all.add(choice());
            if (!take(",")) {
                take(":");
            }
        }
        return all;
    }

    private Value name(String name) {
        if (name.matches("(rank|size)(@\\w+)?")) {
            Axis axis = name.contains("@") ? new Axis.Grid(name.substring(5)) : Axis.WORLD;
            return pool.of(name.startsWith("rank") ? new Value.Rank(axis) : new Value.Size(axis));
        }
        if (name.matches("param\\d")) {
            return pool.of(new Value.Parameter(name.charAt(5) - '0'));
        }
        return switch (name) {
            case "true" -> Value.Constant.TRUE;
            case "false" -> Value.Constant.FALSE;
            case "null" -> Value.Constant.NULL;
            case "self" -> pool.of(new Value.Self());
            default -> input(pool, name, Dependence.NONE);
        };
    }

    private Value call(String name, List<Value> arguments) {
        Value first = arguments.isEmpty() ? Value.Constant.NULL : arguments.get(0);
        String text = first instanceof Value.Input input ? input.key() : "";
        switch (name) {
            case "local":
                return input(pool, text, Dependence.on(Dependence.Source.LOCAL_DATA));
            case "clock":
                return input(pool, text, Dependence.on(Dependence.Source.CLOCK));
            case "exception":
                return input(pool, text, Dependence.on(Dependence.Source.EXCEPTION));
            case "ranked":
                return input(pool, text, Dependence.on(Dependence.Source.RANK));
            case "lost":
                return pool.mixed("lost", arguments, Dependence.NONE, new Origin("lost", Optional.empty()));
            case "len":
                return operation(Operator.LEN, first);
            case "pass", "element", "more", "induction", "collected":
                return pool.of(inLoop(name, arguments));
            default:
                return pool.of(new Value.Result(name, arguments, 0));
        }
    }

    private static Value inLoop(String name, List<Value> arguments) {
        LoopId loop = loop((Long) ((Value.Constant) arguments.get(0)).value());
        return switch (name) {
            case "pass" -> ValuePool.pass(loop);
            case "element" -> new Value.Element(loop, arguments.get(1));
            case "more" -> new Value.More(loop, arguments.get(1));
            case "induction" -> new Value.Induction(loop, arguments.get(1), arguments.get(2));
            default ->
                new Value.Collected(
                        loop,
                        new Value.Parts(Build.Kind.LIST, List.of(), 0),
                        arguments.get(1),
                        arguments.get(2),
                        arguments.get(3));
        };
    }
}
