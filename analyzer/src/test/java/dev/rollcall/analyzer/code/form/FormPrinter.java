package dev.rollcall.analyzer.code.form;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints the intermediate form. */
final class FormPrinter {
    private final CodeFunction function;
    private final Set<String> shared = new HashSet<>();
    private final Map<Integer, Variable> variables = new TreeMap<>();

    private FormPrinter(CodeFunction function) {
        this.function = function;
        function.parameters().forEach(each -> variables.put(each.variable().number(), each.variable()));
        function.instructions().forEach(this::collect);
        Map<String, Integer> uses = new HashMap<>();
        variables.values().forEach(each -> uses.merge(each.name(), 1, Integer::sum));
        uses.forEach((name, count) -> {
            if (count > 1) {
                shared.add(name);
            }
        });
    }

    static String print(CodeUnit unit) {
        StringBuilder text = new StringBuilder();
        text.append("unit ").append(unit.name()).append(' ').append(lower(unit.language()));
        text.append(' ').append(unit.file()).append('\n');
        unit.imports().forEach(each -> text.append("import ").append(each).append('\n'));
        unit.types().forEach(type -> text.append(print(type)));
        unit.functions().forEach(id -> text.append(print(unit.function(id).orElseThrow())));
        return text.toString();
    }

    private static String print(CodeType type) {
        StringBuilder text = new StringBuilder("type ").append(type.name());
        if (!type.supers().isEmpty()) {
            text.append(" extends ").append(String.join(", ", type.supers()));
        }
        text.append(set(type.traits())).append('\n');
        type.methods()
                .values()
                .forEach(id -> text.append("method ").append(id(id)).append('\n'));
        new TreeMap<>(type.fieldTypes()).forEach((name, of) -> text.append("field " + name + " " + of + "\n"));
        type.constants().forEach(name -> text.append("constant ").append(name).append('\n'));
        return text.toString();
    }

    static String print(CodeFunction function) {
        return new FormPrinter(function).print();
    }

    private String print() {
        StringBuilder text = new StringBuilder("function " + id(function.id()) + " " + lower(function.form()));
        text.append(set(function.marks()));
        if (!function.returnType().isEmpty()) {
            text.append(" -> ").append(function.returnType());
        }
        if (function.range().first() > 0) {
            text.append(" " + function.range().first() + ".." + function.range().last());
        }
        text.append('\n');
        function.parameters().forEach(each -> text.append("parameter " + parameter(each) + "\n"));
        Set<Variable> declared =
                function.parameters().stream().map(FormalParameter::variable).collect(Collectors.toSet());
        variables.values().stream()
                .filter(each -> !each.type().isEmpty() && !declared.contains(each))
                .forEach(each -> text.append("variable " + operand(each) + ": " + each.type() + "\n"));
        function.decorators()
                .forEach(each -> text.append("decorator " + callee(each.callee())
                        + each.arguments().map(this::arguments).orElse("") + " " + each.line() + "\n"));
        if (!function.gap().isEmpty()) {
            text.append("gap ").append(function.gap()).append('\n');
        }
        int line = 0;
        for (int i = 0; i < function.size(); i++) {
            text.append(i);
            if (function.line(i) != line) {
                line = function.line(i);
                text.append('@').append(line);
            }
            text.append(": ")
                    .append(instruction(function.at(i)))
                    .append(ways(i))
                    .append('\n');
        }
        return text.toString();
    }

    private String parameter(FormalParameter parameter) {
        String name = operand(parameter.variable());
        String kind = switch (parameter.kind()) {
            case PLAIN -> "";
            case KEYWORD -> "keyword ";
            case REST -> "*";
            case NAMED_REST -> "**";
        };
        String type = parameter.variable().type();
        return kind
                + name
                + (type.isEmpty() ? "" : ": " + type)
                + parameter.fallback().map(value -> " = " + operand(value)).orElse("");
    }

    private String ways(int i) {
        StringBuilder text = new StringBuilder();
        int[] next = function.next(i);
        if (next.length > 1 || next.length == 1 && next[0] != i + 1) {
            text.append(" -> ").append(target(next[0]));
            for (int k = 1; k < next.length; k++) {
                text.append(", ").append(target(next[k]));
            }
        }
        if (function.handlerOf(i) >= 0) {
            text.append(" !").append(function.handlerOf(i));
        }
        String condition = function.conditionText(i);
        return text + (condition.isEmpty() ? "" : " # " + condition);
    }

    private static String target(int target) {
        return target < 0 ? "out" : String.valueOf(target);
    }

    private void collect(Instruction instruction) {
        if (instruction instanceof Record) {
            collectIn(instruction);
        }
    }

    /** Finds the variables in a tree of records. */
    private void collectIn(Object node) {
        if (node instanceof Variable variable) {
            variables.put(variable.number(), variable);
        } else if (node instanceof Collection<?> all) {
            all.forEach(this::collectIn);
        } else if (node instanceof Map<?, ?> map) {
            map.values().forEach(this::collectIn);
        } else if (node instanceof Record && !(node instanceof FunctionId)) {
            for (var component : node.getClass().getRecordComponents()) {
                try {
                    collectIn(component.getAccessor().invoke(node));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private String instruction(Instruction each) {
        if (each instanceof Instruction.Assign assign) {
            return operand(assign.to()) + " = " + expression(assign.value());
        }
        if (each instanceof Instruction.Store store) {
            return "store " + place(store.to()) + " = " + operand(store.value());
        }
        if (each instanceof Instruction.Invoke invoke) {
            return to(invoke.to()) + "call " + callee(invoke.callee()) + arguments(invoke.arguments());
        }
        if (each instanceof Instruction.Branch branch) {
            return "branch " + operand(branch.condition());
        }
        if (each instanceof Instruction.Advance advance) {
            return operand(advance.item()) + " = advance " + operand(advance.of());
        }
        if (each instanceof Instruction.Catch handler) {
            return to(handler.to()) + "catch"
                    + handler.types().stream().map(type -> " @" + type).collect(Collectors.joining());
        }
        if (each instanceof Instruction.Throw thrown) {
            return "throw " + operand(thrown.value()) + (thrown.type().isEmpty() ? "" : " @" + thrown.type());
        }
        if (each instanceof Instruction.Return end) {
            return end.value() == null ? "return" : "return " + operand(end.value());
        }
        if (each instanceof Instruction.Yield yield) {
            return "yield " + operand(yield.value());
        }
        if (each instanceof Instruction.EnterContext enter) {
            return to(enter.to()) + "enter " + operand(enter.manager());
        }
        return each instanceof Instruction.LeaveContext leave ? "leave " + operand(leave.manager()) : "nothing";
    }

    private String to(Variable to) {
        return to == null ? "" : operand(to) + " = ";
    }

    private String expression(Expression each) {
        if (each instanceof Expression.Copy copy) {
            return operand(copy.of());
        }
        if (each instanceof Expression.Apply apply) {
            boolean dynamic = apply.arithmetic() == Arithmetic.DYNAMIC;
            return lower(apply.operator())
                    + (dynamic ? "" : "." + lower(apply.arithmetic()))
                    + apply.operands().stream().map(of -> " " + operand(of)).collect(Collectors.joining());
        }
        if (each instanceof Expression.Load load) {
            return place(load.from());
        }
        if (each instanceof Expression.Build build) {
            return lower(build.kind()) + operands(build.parts());
        }
        if (each instanceof Expression.Allocate allocate) {
            return "allocate @" + allocate.type() + operands(allocate.lengths());
        }
        if (each instanceof Expression.Closure closure) {
            List<String> bound = new ArrayList<>();
            closure.bound().forEach((name, value) -> bound.add(name + "=" + operand(value)));
            return "closure " + id(closure.function()) + "(" + String.join(", ", bound) + ")";
        }
        Expression.TypeTest test = (Expression.TypeTest) each;
        return "test " + operand(test.of()) + " @" + test.type();
    }

    private String operands(List<Operand> operands) {
        return operands.stream().map(this::operand).collect(Collectors.joining(", ", "(", ")"));
    }

    private String place(Place place) {
        if (place instanceof Place.Field field) {
            return operand(field.of())
                    + (field.of() instanceof Literal ? " ." : ".")
                    + field.name()
                    + (field.owner().isEmpty() ? "" : "{" + field.owner() + "}");
        }
        if (place instanceof Place.Global global) {
            return "global @" + global.unit() + " " + global.name();
        }
        if (place instanceof Place.Item item) {
            return operand(item.of()) + "[" + operand(item.key()) + "]";
        }
        return "captured " + ((Place.Captured) place).name();
    }

    private String callee(Callee callee) {
        if (callee instanceof Callee.Exact exact) {
            return id(exact.function());
        }
        if (callee instanceof Callee.Virtual method) {
            boolean bare = method.owner().isEmpty() && method.descriptor().isEmpty();
            return operand(method.receiver())
                    + (method.receiver() instanceof Literal ? " ." : ".")
                    + method.name()
                    + (bare ? "" : "{" + method.owner() + "|" + method.descriptor() + "}");
        }
        if (callee instanceof Callee.Constructor made) {
            return "new @" + made.type() + braced(made.descriptor());
        }
        if (callee instanceof Callee.Named named) {
            return "@" + named.name() + braced(named.descriptor());
        }
        return operand(((Callee.Computed) callee).function());
    }

    private static String braced(String descriptor) {
        return descriptor.isEmpty() ? "" : "{" + descriptor + "}";
    }

    private String arguments(List<Argument> arguments) {
        return arguments.stream()
                .map(each -> switch (each.name()) {
                    case "", Argument.SEQUENCE, Argument.MAPPING -> each.name() + operand(each.value());
                    default -> each.name() + "=" + operand(each.value());
                })
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private String operand(Operand operand) {
        if (operand instanceof Variable variable) {
            if (variable.isTemporary()) {
                return "$" + variable.number();
            }
            return shared.contains(variable.name()) ? variable.name() + "~" + variable.number() : variable.name();
        }
        Object value = ((Literal) operand).value();
        if (value instanceof String text) {
            return '"'
                    + text.replace("\\", "\\\\")
                            .replace("\"", "\\\"")
                            .replace("\n", "\\n")
                            .replace("\r", "\\r")
                    + '"';
        }
        return value instanceof Literal.Name name ? "@" + name.name() : String.valueOf(value);
    }

    private static String id(FunctionId id) {
        return "<" + id.unit() + "|" + id.owner() + "|" + id.name() + "|" + id.descriptor() + ">";
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String set(Set<? extends Enum<?>> constants) {
        return constants.isEmpty()
                ? ""
                : constants.stream().sorted().map(FormPrinter::lower).collect(Collectors.joining(", ", " [", "]"));
    }
}
