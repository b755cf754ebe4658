package dev.rollcall.analyzer.code.form;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the text form of {@link FormText}, a line at a time. */
final class FormParser {
    private static final Pattern INSTRUCTION = Pattern.compile("(?:(\\d+)(?:@(\\d+))?:|@(\\d+):)?\\s*(.*)");
    private static final Pattern HEAD =
            Pattern.compile("(<.*?>) (\\w+)(?: \\[([^\\]]*)\\])?(?: -> (\\S+))?(?: (\\d+)\\.\\.(\\d+))?");
    private static final Pattern TYPE = Pattern.compile("(\\S+)(?: extends ([^\\[]*[^\\[ ]))?(?: \\[([^\\]]*)\\])?");
    private static final Pattern OPERATION = Pattern.compile("([a-z_]+)(?:\\.(int|long|floating))? (?![=.\\[]).*");

    private final String[] lines;
    private int at;
    private FunctionBuilder builder;
    private Map<String, FunctionBuilder.Label> labels;
    private Map<String, Variable> variables;
    private int line;

    FormParser(String text) {
        lines = text.split("\n");
    }

    List<CodeUnit> units() {
        List<CodeUnit> units = new ArrayList<>();
        while (peek() != null) {
            try {
                units.add(unit());
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("line " + at + ": " + lines[Math.max(0, at - 1)], e);
            }
        }
        return units;
    }

    /** Returns the next line that is not blank; null at the end. */
    private String peek() {
        while (at < lines.length && lines[at].isBlank()) {
            at++;
        }
        return at < lines.length ? lines[at].strip() : null;
    }

    private String rest(String word) {
        String next = peek();
        if (next == null || !next.startsWith(word + " ")) {
            return null;
        }
        at++;
        return next.substring(word.length() + 1).strip();
    }

    private CodeUnit unit() {
        String[] head = rest("unit").split(" ");
        List<String> imports = new ArrayList<>();
        for (String each = rest("import"); each != null; each = rest("import")) {
            imports.add(each);
        }
        List<CodeType> types = new ArrayList<>();
        for (String each = rest("type"); each != null; each = rest("type")) {
            types.add(type(each));
        }
        Map<FunctionId, Supplier<CodeFunction>> functions = new LinkedHashMap<>();
        for (String each = rest("function"); each != null; each = rest("function")) {
            CodeFunction function = function(each, head[2]);
            functions.put(function.id(), () -> function);
        }
        return new CodeUnit(head[0], head[2], constant(Language.class, head[1]), types, functions, imports, List.of());
    }

    private CodeType type(String text) {
        Matcher head = match(TYPE, text);
        List<String> supers =
                head.group(2) == null ? List.of() : List.of(head.group(2).split(", *"));
        Map<String, FunctionId> methods = new LinkedHashMap<>();
        for (String each = rest("method"); each != null; each = rest("method")) {
            FunctionId id = new FormScanner(each).id();
            methods.put(id.name() + id.descriptor(), id);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String each = rest("field"); each != null; each = rest("field")) {
            fields.put(each.split(" ")[0], each.split(" ")[1]);
        }
        List<String> constants = new ArrayList<>();
        for (String each = rest("constant"); each != null; each = rest("constant")) {
            constants.add(each);
        }
        return new CodeType(
                head.group(1), supers, methods, fields, constants, set(CodeType.Trait.class, head.group(3)));
    }

    private static Matcher match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        return matcher;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name) {
        return Enum.valueOf(type, name.strip().toUpperCase(Locale.ROOT));
    }

    private static <E extends Enum<E>> Set<E> set(Class<E> type, String names) {
        Set<E> found = new LinkedHashSet<>();
        for (String each : names == null ? new String[0] : names.split(",")) {
            found.add(constant(type, each));
        }
        return found;
    }

    private CodeFunction function(String text, String file) {
        Matcher head = match(HEAD, text);
        builder = new FunctionBuilder(
                new FormScanner(head.group(1)).id(), constant(CodeFunction.Form.class, head.group(2)));
        labels = new HashMap<>();
        variables = new HashMap<>();
        line = 0;
        set(CodeFunction.Mark.class, head.group(3)).forEach(builder::mark);
        builder.returnType(head.group(4) == null ? "" : head.group(4));
        int first = head.group(5) == null ? 0 : Integer.parseInt(head.group(5));
        builder.range(new SourceRange(file, first, first == 0 ? 0 : Integer.parseInt(head.group(6))));
        for (String each = rest("parameter"); each != null; each = rest("parameter")) {
            builder.parameter(parameter(new FormScanner(each)));
        }
        for (String each = rest("variable"); each != null; each = rest("variable")) {
            declared(new FormScanner(each));
        }
        for (String each = rest("decorator"); each != null; each = rest("decorator")) {
            builder.decorator(decorator(new FormScanner(each)));
        }
        String gap = rest("gap");
        builder.gap(gap == null ? "" : gap);
        while (peek() != null && !peek().startsWith("function ") && !peek().startsWith("unit ")) {
            String next = peek();
            at++;
            if (next.matches("\\w+:")) {
                builder.place(label(next.substring(0, next.length() - 1)));
            } else {
                instruction(next);
            }
        }
        return builder.build();
    }

    private FormalParameter parameter(FormScanner scan) {
        FormalParameter.Kind kind = scan.take("**")
                ? FormalParameter.Kind.NAMED_REST
                : scan.take("*")
                        ? FormalParameter.Kind.REST
                        : scan.word("keyword") ? FormalParameter.Kind.KEYWORD : FormalParameter.Kind.PLAIN;
        Variable variable = declared(scan);
        Optional<Literal> fallback = scan.take("=") ? Optional.of((Literal) operand(scan)) : Optional.empty();
        return new FormalParameter(variable, kind, fallback);
    }

    private Variable declared(FormScanner scan) {
        String token = scan.name();
        String type = scan.take(":") ? scan.run() : "";
        Variable variable = builder.variable(bare(token), type);
        variables.put(token, variable);
        return variable;
    }

    private static String bare(String token) {
        return token.startsWith("$") ? "" : token.replaceAll("~\\d+$", "");
    }

    private Variable variable(String token) {
        return variables.computeIfAbsent(token, each -> builder.variable(bare(each), ""));
    }

    private FunctionBuilder.Label label(String name) {
        return name.equals("out") ? FunctionBuilder.OUT : labels.computeIfAbsent(name, each -> builder.label());
    }

    private Decorator decorator(FormScanner scan) {
        Callee callee = callee(scan);
        Optional<List<Argument>> arguments = scan.sees("(") ? Optional.of(arguments(scan)) : Optional.empty();
        return new Decorator(callee, arguments, Integer.parseInt(scan.run()));
    }

    private void instruction(String text) {
        Matcher parts = match(INSTRUCTION, text);
        String number = parts.group(2) == null ? parts.group(3) : parts.group(2);
        line = number == null ? line : Integer.parseInt(number);
        if (parts.group(1) != null) {
            builder.place(label(parts.group(1)));
        }
        FormScanner scan = new FormScanner(parts.group(4));
        if (scan.word("jump")) {
            builder.jump(label(scan.name()), line);
            return;
        }
        Instruction instruction = instruction(scan);
        List<FunctionBuilder.Label> next = new ArrayList<>();
        if (scan.take("->")) {
            do {
                next.add(label(scan.run()));
            } while (scan.take(","));
        }
        builder.handler(scan.take("!") ? label(scan.run()) : null);
        String condition = scan.take("#") ? scan.remainder() : "";
        scan.end();
        if (next.isEmpty()) {
            builder.emit(instruction, line);
        } else {
            builder.emit(instruction, line, condition, next.toArray(new FunctionBuilder.Label[0]));
        }
    }

    private Instruction instruction(FormScanner scan) {
        if (scan.word("store")) {
            Place place = (Place) placeOrOperand(scan);
            scan.expect("=");
            return new Instruction.Store(place, operand(scan));
        }
        if (scan.word("branch")) {
            return new Instruction.Branch(operand(scan));
        }
        if (scan.word("throw")) {
            Operand value = operand(scan);
            return new Instruction.Throw(value, scan.sees("@") ? scan.atName() : "");
        }
        if (scan.word("return")) {
            return new Instruction.Return(scan.atEnd() ? null : operand(scan));
        }
        if (scan.word("yield")) {
            return new Instruction.Yield(operand(scan));
        }
        if (scan.word("leave")) {
            return new Instruction.LeaveContext(operand(scan));
        }
        if (scan.word("nothing")) {
            return new Instruction.Nothing();
        }
        Variable to = scan.assigned().map(this::variable).orElse(null);
        return scan.isCommand() ? command(to, scan) : new Instruction.Assign(to, expression(scan));
    }

    private Instruction command(Variable to, FormScanner scan) {
        if (scan.word("call")) {
            Callee callee = callee(scan);
            return new Instruction.Invoke(to, callee, arguments(scan));
        }
        if (scan.word("advance")) {
            return new Instruction.Advance(to, operand(scan));
        }
        if (scan.word("enter")) {
            return new Instruction.EnterContext(to, operand(scan));
        }
        scan.word("catch");
        List<String> types = new ArrayList<>();
        while (scan.sees("@")) {
            types.add(scan.atName());
        }
        return new Instruction.Catch(to, types);
    }

    private Expression expression(FormScanner scan) {
        for (Expression.Build.Kind kind : Expression.Build.Kind.values()) {
            if (scan.word(kind.name().toLowerCase(Locale.ROOT) + "(")) {
                return new Expression.Build(kind, list(scan, this::operand));
            }
        }
        if (scan.word("allocate")) {
            String type = scan.atName();
            scan.expect("(");
            return new Expression.Allocate(type, list(scan, this::operand));
        }
        if (scan.word("closure")) {
            FunctionId id = scan.id();
            scan.expect("(");
            Map<String, Operand> bound = new LinkedHashMap<>();
            list(scan, each -> {
                String name = each.run();
                each.expect("=");
                return bound.put(name, operand(each));
            });
            return new Expression.Closure(id, bound);
        }
        if (scan.word("test")) {
            Operand of = operand(scan);
            return new Expression.TypeTest(of, scan.atName());
        }
        Matcher operation = OPERATION.matcher(scan.rest());
        if (operation.matches() && isOperator(operation.group(1))) {
            scan.run();
            String kind = operation.group(2);
            if (kind != null && scan.take(".")) {
                scan.run();
            }
            return apply(operation.group(1), kind, scan);
        }
        Object found = placeOrOperand(scan);
        return found instanceof Place place ? new Expression.Load(place) : new Expression.Copy((Operand) found);
    }

    private Expression apply(String operator, String arithmetic, FormScanner scan) {
        List<Operand> operands = new ArrayList<>();
        while (!scan.atEnd()) {
            operands.add(operand(scan));
        }
        return new Expression.Apply(
                constant(Operator.class, operator),
                arithmetic == null ? Arithmetic.DYNAMIC : constant(Arithmetic.class, arithmetic),
                operands);
    }

    private static boolean isOperator(String word) {
        for (Operator each : Operator.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
                return true;
            }
        }
        return false;
    }

    private Object placeOrOperand(FormScanner scan) {
        if (scan.word("global")) {
            String unit = scan.atName();
            return new Place.Global(unit, scan.run());
        }
        if (scan.word("captured")) {
            return new Place.Captured(scan.run());
        }
        Operand of = operand(scan);
        if (scan.take("[")) {
            Operand key = operand(scan);
            scan.expect("]");
            return new Place.Item(of, key);
        }
        if (scan.take(".")) {
            String name = scan.name();
            return new Place.Field(of, scan.braced(), name);
        }
        return of;
    }

    private Callee callee(FormScanner scan) {
        if (scan.sees("<")) {
            return new Callee.Exact(scan.id());
        }
        if (scan.word("new")) {
            String type = scan.atName();
            return new Callee.Constructor(type, scan.braced());
        }
        if (scan.sees("@") && !scan.rest().matches("@\\S+ \\..*")) {
            String name = scan.atName();
            return new Callee.Named(name, scan.braced());
        }
        Operand of = operand(scan);
        if (!scan.take(".")) {
            return new Callee.Computed(of);
        }
        String name = scan.memberName();
        String[] braced = (scan.braced() + "|").split("\\|", -1);
        return new Callee.Virtual(of, braced[0], name, braced[1]);
    }

    private List<Argument> arguments(FormScanner scan) {
        scan.expect("(");
        return list(scan, each -> {
            String name = each.take("**") ? Argument.MAPPING : each.take("*") ? Argument.SEQUENCE : each.keyword();
            return new Argument(name, operand(each));
        });
    }

    /** Reads what a comma separates, up to the parenthesis that closes. */
    private static <T> List<T> list(FormScanner scan, Function<FormScanner, T> element) {
        List<T> all = new ArrayList<>();
        while (!scan.take(")")) {
            all.add(element.apply(scan));
            scan.take(",");
        }
        return all;
    }

    private Operand operand(FormScanner scan) {
        return scan.literal().<Operand>map(each -> each).orElseGet(() -> variable(scan.name()));
    }
}
