package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionBuilder;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Emits the instructions of one function. The last result waits: if a local variable stores it at once, the instruction sets that
 * variable and needs no temporary.
 */
final class InstructionEmitter {
    private final FunctionBuilder builder;
    private final Map<Variable, Instruction> definitions = new HashMap<>();
    private final Set<Variable> locals = new HashSet<>();
    private final Set<Operand> truths = new HashSet<>();
    private Instruction waiting;
    private Variable result;
    private int waitingLine;
    private int line;
    private FunctionBuilder.Label handler;

    InstructionEmitter(FunctionBuilder builder) {
        this.builder = builder;
    }

    /** Sets the line and handler of what follows. */
    void at(int sourceLine, FunctionBuilder.Label exceptions) {
        line = sourceLine;
        if (handler != exceptions) {
            flush();
            builder.handler(exceptions);
            handler = exceptions;
        }
    }

    Variable temporary() {
        return builder.temporary();
    }

    /** Sets a new temporary. */
    Variable assign(Expression value) {
        Variable to = temporary();
        await(new Instruction.Assign(to, value), to);
        boolean test = value instanceof Expression.TypeTest
                || value instanceof Expression.Apply apply
                        && (apply.operator().isTest() || apply.operator() == Operator.NOT);
        markTruth(to, test);
        return to;
    }

    Variable apply(Operator operator, Arithmetic arithmetic, Operand... operands) {
        return assign(new Expression.Apply(operator, arithmetic, List.of(operands)));
    }

    /** Reads a place of a type, given by its descriptor. */
    Variable load(Place from, String descriptor) {
        Variable to = assign(new Expression.Load(from));
        markTruth(to, descriptor.equals("Z"));
        return to;
    }

    /** Calls a function; the result is null where it is not used. */
    Variable invoke(Callee callee, List<Argument> arguments, boolean used) {
        Variable to = used ? temporary() : null;
        await(new Instruction.Invoke(to, callee, arguments), to);
        return to;
    }

    /** Makes an object in a variable that stands for it already. */
    void construct(Variable to, Callee.Constructor constructor, List<Argument> arguments) {
        await(new Instruction.Invoke(to, constructor, arguments), to);
    }

    /** Sets a temporary that stands for the value already. */
    void define(Variable to, Expression value) {
        await(new Instruction.Assign(to, value), to);
    }

    private void await(Instruction instruction, Variable to) {
        flush();
        waiting = instruction;
        waitingLine = line;
        result = to;
        if (to != null) {
            definitions.put(to, instruction);
        }
    }

    private void flush() {
        if (waiting != null) {
            builder.emit(waiting, waitingLine);
            waiting = null;
            result = null;
        }
    }

    /**
     * Sets a local variable.
     *
     * @param last whether nothing else reads the value
     */
    void store(Variable to, Operand value, boolean last) {
        Instruction stored = new Instruction.Assign(to, new Expression.Copy(value));
        if (last && waiting != null && value == result) {
            stored = waiting instanceof Instruction.Invoke call
                    ? new Instruction.Invoke(to, call.callee(), call.arguments())
                    : new Instruction.Assign(to, ((Instruction.Assign) waiting).value());
            waiting = null;
        }
        locals.add(to);
        await(stored, to);
        flush();
    }

    void emit(Instruction instruction) {
        flush();
        builder.emit(instruction, line);
    }

    /** Goes to a label if a condition holds, else to the other one. */
    void branch(Operand condition, String text, FunctionBuilder.Label yes, FunctionBuilder.Label no) {
        flush();
        builder.emit(new Instruction.Branch(condition), line, text, yes, no);
    }

    /** Emits the head of a handler. */
    void handle(Variable to, List<String> types, int sourceLine, FunctionBuilder.Label... next) {
        flush();
        builder.emit(new Instruction.Catch(to, types), sourceLine, "", next);
    }

    FunctionBuilder.Label label() {
        return builder.label();
    }

    void place(FunctionBuilder.Label label) {
        flush();
        builder.place(label);
    }

    void jump(FunctionBuilder.Label label) {
        flush();
        builder.jump(label, line);
    }

    /** Returns whether a variable is a local one, and not only a temporary. */
    boolean isLocal(Variable variable) {
        return locals.contains(variable);
    }

    /** Returns the instruction that last set a variable, in the order of the code; null if there is none. */
    Instruction definition(Operand of) {
        return of instanceof Variable variable ? definitions.get(variable) : null;
    }

    void markTruth(Operand operand, boolean truth) {
        if (truth) {
            truths.add(operand);
        }
    }

    /** Returns whether an operand is a Java boolean, as far as the code shows. */
    boolean isTruth(Operand operand) {
        return truths.contains(operand)
                || operand instanceof Variable variable && variable.type().equals("boolean")
                || operand instanceof Literal literal && literal.value() instanceof Boolean;
    }

    /** Returns a literal 0 or 1 as the truth that it is where a boolean is expected. */
    static Operand typed(Operand operand, String descriptor) {
        boolean number =
                descriptor.equals("Z") && operand instanceof Literal literal && literal.value() instanceof Long;
        return number ? new Literal(!operand.equals(new Literal(0L))) : operand;
    }
}
