package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/** Writes conditions about as their source has them, with … for what is not simple. */
final class ConditionText {
    private static final String UNKNOWN = "…";
    private static final int MOST_PARTS = 40;
    private static final Map<Operator, String> SIGNS = Map.ofEntries(
            Map.entry(Operator.ADD, "+"),
            Map.entry(Operator.SUB, "-"),
            Map.entry(Operator.MUL, "*"),
            Map.entry(Operator.DIV, "/"),
            Map.entry(Operator.MOD, "%"),
            Map.entry(Operator.SHL, "<<"),
            Map.entry(Operator.SHR, ">>"),
            Map.entry(Operator.USHR, ">>>"),
            Map.entry(Operator.AND, "&"),
            Map.entry(Operator.OR, "|"),
            Map.entry(Operator.XOR, "^"),
            Map.entry(Operator.EQ, "=="),
            Map.entry(Operator.NE, "!="),
            Map.entry(Operator.IS, "=="),
            Map.entry(Operator.IS_NOT, "!="),
            Map.entry(Operator.LT, "<"),
            Map.entry(Operator.LE, "<="),
            Map.entry(Operator.GT, ">"),
            Map.entry(Operator.GE, ">="));

    private final String owner;
    private final InstructionEmitter emitter;
    private int parts;
    private Operand switched;
    private String switchedText = "";

    /** Makes the texts of a method of a class. */
    ConditionText(String owner, InstructionEmitter emitter) {
        this.owner = owner;
        this.emitter = emitter;
    }

    /** Returns the text of a branch's condition. */
    String of(Operand condition) {
        parts = 0;
        Instruction definition = emitter.definition(condition);
        if (definition instanceof Instruction.Invoke call && call.callee() instanceof Callee.Virtual method) {
            if (method.name().equals("equals") && method.receiver().equals(switched)) {
                return switchedText;
            }
            String elements = elements(method);
            if (!elements.isEmpty()) {
                return elements;
            }
        }
        if (definition instanceof Instruction.Assign assign
                && assign.value() instanceof Expression.Apply test
                && test.operator() == Operator.LT
                && isUnnamed(test.operands().get(0))
                && definitionOf(test.operands().get(1)) instanceof Instruction.Assign bound
                && bound.value() instanceof Expression.Apply length
                && length.operator() == Operator.LEN) {
            return "for (" + UNKNOWN + " : " + behind(length.operands().get(0)) + ")";
        }
        return text(condition);
    }

    /** A loop over elements asks an iterator that has no name. */
    private String elements(Callee.Virtual method) {
        boolean loop = method.name().equals("hasNext")
                && definitionOf(method.receiver()) instanceof Instruction.Invoke made
                && made.callee() instanceof Callee.Virtual iterator
                && iterator.name().equals("iterator");
        if (!loop) {
            return "";
        }
        Instruction.Invoke made = (Instruction.Invoke) definitionOf(method.receiver());
        return "for (" + UNKNOWN + " : " + text(((Callee.Virtual) made.callee()).receiver()) + ")";
    }

    /** Returns the text of a switch. A switch over texts is two: over hash codes with tests of equality, and over the case's number. */
    String ofSwitch(Operand key) {
        parts = 0;
        if (isUnnamed(key) && !switchedText.isEmpty()) {
            String text = switchedText;
            switched = null;
            switchedText = "";
            return text;
        }
        if (emitter.definition(key) instanceof Instruction.Invoke call
                && call.callee() instanceof Callee.Virtual hash
                && hash.name().equals("hashCode")
                && isUnnamed(hash.receiver())) {
            switched = hash.receiver();
            switchedText = "switch (" + behind(switched) + ")";
            return switchedText;
        }
        return "switch (" + text(key) + ")";
    }

    /** Returns the text of a switch over patterns, which keeps what it is over in a variable of its own. */
    String ofPatterns(Operand of) {
        parts = 0;
        return "switch (" + behind(of) + ")";
    }

    private boolean isUnnamed(Operand operand) {
        return operand instanceof Variable variable && variable.isTemporary() && emitter.isLocal(variable);
    }

    private Instruction definitionOf(Operand unnamed) {
        return isUnnamed(unnamed) ? emitter.definition(unnamed) : null;
    }

    /** Returns the text of what a variable without a name was set to. */
    private String behind(Operand operand) {
        Instruction definition = definitionOf(operand);
        return definition == null ? text(operand) : definition(definition);
    }

    private String text(Operand operand) {
        if (++parts > MOST_PARTS) {
            return UNKNOWN;
        }
        if (operand instanceof Literal literal) {
            return literal(literal.value());
        }
        Variable variable = (Variable) operand;
        if (!variable.isTemporary()) {
            return variable.name();
        }
        Instruction definition = emitter.isLocal(variable) ? null : emitter.definition(variable);
        return definition == null ? UNKNOWN : definition(definition);
    }

    private static String literal(Object value) {
        if (value instanceof String text) {
            return '"' + text + '"';
        }
        if (value instanceof Literal.Name name) {
            int last = name.name().lastIndexOf('.');
            return last < 0
                    ? name.name()
                    : simple(name.name().substring(0, last)) + name.name().substring(last);
        }
        return String.valueOf(value);
    }

    private String definition(Instruction definition) {
        if (definition instanceof Instruction.Invoke call) {
            return call(call);
        }
        Expression value = ((Instruction.Assign) definition).value();
        if (value instanceof Expression.Apply apply) {
            return apply(apply);
        }
        if (value instanceof Expression.Copy copy) {
            return text(copy.of());
        }
        if (value instanceof Expression.TypeTest test) {
            return text(test.of()) + " instanceof " + simple(test.type());
        }
        if (value instanceof Expression.Load load) {
            return place(load.from());
        }
        return value instanceof Expression.Build build && build.kind() == Expression.Build.Kind.TEXT
                ? build.parts().stream().map(this::text).collect(Collectors.joining(" + "))
                : UNKNOWN;
    }

    private String apply(Expression.Apply apply) {
        Operand first = apply.operands().get(0);
        switch (apply.operator()) {
            case NOT:
                return "!" + inner(first, 1);
            case NEG:
                return "-" + inner(first, 1);
            case LEN:
                return member(text(first), "length");
            default:
                if (apply.operands().size() < 2) {
                    return text(first);
                }
                int strength = strength(apply.operator());
                return inner(first, strength)
                        + " "
                        + SIGNS.get(apply.operator())
                        + " "
                        + inner(apply.operands().get(1), strength - 1);
        }
    }

    /** Returns an operand in parentheses if it binds less than its operator. */
    private String inner(Operand operand, int most) {
        boolean bare = operand instanceof Variable variable && variable.isTemporary();
        boolean weaker = bare
                && emitter.definition(operand) instanceof Instruction.Assign assign
                && strength(assign.value()) > most;
        return weaker ? "(" + text(operand) + ")" : text(operand);
    }

    private static int strength(Expression value) {
        if (value instanceof Expression.Apply apply && apply.operands().size() > 1) {
            return strength(apply.operator());
        }
        return value instanceof Expression.TypeTest ? strength(Operator.LT) : 0;
    }

    /** Returns 2 for the operators that bind most. */
    private static int strength(Operator operator) {
        return switch (operator) {
            case MUL, DIV, MOD -> 2;
            case ADD, SUB -> 3;
            case SHL, SHR, USHR -> 4;
            case AND, OR, XOR -> 6;
            default -> 5;
        };
    }

    private String place(Place place) {
        if (place instanceof Place.Field field) {
            return member(text(field.of()), field.name());
        }
        if (place instanceof Place.Global global) {
            return global.unit().equals(owner) ? global.name() : simple(global.unit()) + "." + global.name();
        }
        Place.Item item = (Place.Item) place;
        return text(item.of()) + "[" + text(item.key()) + "]";
    }

    private String call(Instruction.Invoke call) {
        List<Argument> arguments = call.arguments();
        if (call.callee() instanceof Callee.Virtual method) {
            return member(text(method.receiver()), method.name() + list(arguments));
        }
        if (call.callee() instanceof Callee.Constructor made) {
            return "new " + simple(made.type()) + list(arguments);
        }
        FunctionId id = call.callee() instanceof Callee.Exact exact ? exact.function() : named(call.callee());
        boolean onObject = arguments.size() > Type.getArgumentTypes(id.descriptor()).length;
        if (onObject) {
            return member(text(arguments.get(0).value()), id.name() + list(arguments.subList(1, arguments.size())));
        }
        return (id.owner().equals(owner) ? "" : simple(id.owner()) + ".") + id.name() + list(arguments);
    }

    private static FunctionId named(Callee callee) {
        Callee.Named named = (Callee.Named) callee;
        int last = named.name().lastIndexOf('.');
        return new FunctionId(
                "", named.name().substring(0, last), named.name().substring(last + 1), named.descriptor());
    }

    private String list(List<Argument> arguments) {
        return arguments.stream().map(each -> text(each.value())).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String member(String object, String name) {
        return object.equals("this") ? name : object + "." + name;
    }

    private static String simple(String type) {
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    }
}
