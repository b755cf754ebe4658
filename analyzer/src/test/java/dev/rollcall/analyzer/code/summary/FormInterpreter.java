package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/** Runs a program of numbers, lists of numbers and few library functions on one rank, and notes the collectives that it calls. */
final class FormInterpreter {
    private static final int MOST_STEPS = 20_000;

    private final CodeProgram program;
    private final int rank;
    private final int world;
    private final List<String> trace = new ArrayList<>();
    private final Map<String, Object> fields = new HashMap<>();
    private int steps;

    /** An exception of the program. */
    private static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final String type;

        Thrown(String type) {
            super(type, null, false, false);
            this.type = type;
        }
    }

    /** The end of the process, or too many steps. */
    static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1;

        Ended(String why) {
            super(why, null, false, false);
        }
    }

    FormInterpreter(CodeProgram program, int rank, int world) {
        this.program = program;
        this.rank = rank;
        this.world = world;
    }

    /** Returns the collectives that the rank calls, and how it ends. */
    List<String> trace(CodeFunction function) {
        try {
            run(function, List.of());
        } catch (Thrown e) {
            trace.add("raises " + e.type);
        } catch (Ended e) {
            trace.add(e.getMessage());
        }
        return trace;
    }

    private Object run(CodeFunction function, List<Object> arguments) {
        Map<Variable, Object> variables = new HashMap<>();
        Map<Integer, Iterator<?>> loops = new HashMap<>();
        for (int i = 0; i < function.parameters().size(); i++) {
            variables.put(function.parameters().get(i).variable(), arguments.get(i));
        }
        int at = 0;
        int before = -1;
        String caught = "";
        while (true) {
            if (++steps > MOST_STEPS) {
                throw new Ended("too long");
            }
            Instruction instruction = function.at(at);
            int[] next = function.next(at);
            int from = at;
            try {
                if (instruction instanceof Instruction.Return end) {
                    return end.value() == null ? null : value(end.value(), variables);
                }
                if (instruction instanceof Instruction.Throw thrown) {
                    throw new Thrown(thrown.type().isEmpty() ? caught : thrown.type());
                }
                if (instruction instanceof Instruction.Branch branch) {
                    at = next[truth(value(branch.condition(), variables)) ? 0 : 1];
                } else if (instruction instanceof Instruction.Advance advance) {
                    boolean enters = !loops.containsKey(at) || !isWithin(function, at, before);
                    if (enters) {
                        loops.put(at, ((List<?>) value(advance.of(), variables)).iterator());
                    }
                    boolean more = loops.get(at).hasNext();
                    if (more) {
                        variables.put(advance.item(), loops.get(at).next());
                    } else {
                        loops.remove(at);
                    }
                    at = next[more ? 0 : 1];
                } else if (instruction instanceof Instruction.Catch handler) {
                    boolean takes = handler.types().isEmpty() || handler.types().contains(caught);
                    at = next[takes ? 0 : 1];
                    if (at < 0) {
                        throw new Thrown(caught);
                    }
                } else {
                    step(instruction, variables);
                    at = next[0];
                }
            } catch (Thrown e) {
                if (function.handlerOf(from) < 0) {
                    throw e;
                }
                caught = e.type;
                at = function.handlerOf(from);
            }
            before = from;
        }
    }

    /** The generator of programs lets loops of elements end with {@code jump}s that stand behind their header. */
    private static boolean isWithin(CodeFunction function, int header, int from) {
        return from > header;
    }

    private void step(Instruction instruction, Map<Variable, Object> variables) {
        if (instruction instanceof Instruction.Assign assign) {
            variables.put(assign.to(), computed(assign.value(), variables));
        } else if (instruction instanceof Instruction.Store store) {
            fields.put(place(store.to()), value(store.value(), variables));
        } else if (instruction instanceof Instruction.Invoke call) {
            List<Object> arguments = new ArrayList<>();
            for (Argument each : call.arguments()) {
                arguments.add(value(each.value(), variables));
            }
            Object result = call(call.callee(), arguments);
            if (call.to() != null) {
                variables.put(call.to(), result);
            }
        } else if (!(instruction instanceof Instruction.Nothing)) {
            throw new IllegalArgumentException(instruction.toString());
        }
    }

    private static String place(Place place) {
        return ((Place.Global) place).name();
    }

    private Object call(Callee callee, List<Object> arguments) {
        if (callee instanceof Callee.Exact exact) {
            return run(program.function(exact.function()).orElseThrow(), arguments);
        }
        String name = ((Callee.Named) callee).name();
        switch (name) {
            case "dist.get_rank":
                return (long) rank;
            case "dist.get_world_size":
                return (long) world;
            case "range":
                return LongStream.range(0, (Long) arguments.get(0)).boxed().toList();
            case "sys.exit":
                throw new Ended("exits");
            case "work":
                return null;
            default:
                trace.add(name.substring(name.indexOf('.') + 1));
                return null;
        }
    }

    private Object computed(Expression expression, Map<Variable, Object> variables) {
        if (expression instanceof Expression.Copy copy) {
            return value(copy.of(), variables);
        }
        if (expression instanceof Expression.Load load) {
            return fields.get(place(load.from()));
        }
        Expression.Apply apply = (Expression.Apply) expression;
        List<Object> all = new ArrayList<>();
        apply.operands().forEach(each -> all.add(value(each, variables)));
        if (apply.operator() == Operator.NOT) {
            return !truth(all.get(0));
        }
        if (apply.operator() == Operator.EQ) {
            return Objects.equals(number(all.get(0)), number(all.get(1)));
        }
        long left = number(all.get(0));
        long right = number(all.get(1));
        return switch (apply.operator()) {
            case ADD -> left + right;
            case SUB -> left - right;
            case MOD -> Math.floorMod(left, right);
            case LT -> left < right;
            case GE -> left >= right;
            default -> throw new IllegalArgumentException(apply.toString());
        };
    }

    private static long number(Object value) {
        return value instanceof Boolean truth ? (truth ? 1 : 0) : value == null ? -99 : (Long) value;
    }

    private static boolean truth(Object value) {
        return value instanceof Boolean truth ? truth : value != null && (Long) value != 0;
    }

    private static Object value(Operand operand, Map<Variable, Object> variables) {
        return operand instanceof Literal literal ? literal.value() : variables.get((Variable) operand);
    }
}
