package dev.rollcall.analyzer.code.form;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A function as a graph of instructions, numbered from 0, the first to run. Every instruction is reachable. Immutable and
 * thread-safe; made by {@link FunctionBuilder}.
 *
 * @param id its name
 * @param form what kind of function it is
 * @param marks what else is known of it
 * @param parameters the parameters, the object of a method first
 * @param decorators the decorators in the order in which they apply: the lowest line of the source first
 * @param returnType the declared or annotated type of the result; empty where unknown
 * @param range the function's file and lines
 * @param gap why the body is not, or not wholly, known; empty if it is. Such a function is not summarized
 * @param graph its instructions
 */
public record CodeFunction(
        FunctionId id,
        Form form,
        Set<Mark> marks,
        List<FormalParameter> parameters,
        List<Decorator> decorators,
        String returnType,
        SourceRange range,
        String gap,
        Graph graph) {
    /** The successor of a {@link Instruction.Catch} that lets the exception out of the function. */
    public static final int LEAVES = -1;

    /** The instructions, and for each one its line, successors and handler; the texts of conditions. Arrays are not to be changed. */
    public record Graph(
            List<Instruction> instructions, int[] lines, int[][] next, int[] handlers, Map<Integer, String> texts) {}

    /** What kind of function it is. */
    public enum Form {
        /** A function of a module, or in another function. */
        FUNCTION,
        /** A method of an object, its first parameter; also a Python class method, whose first parameter is the class. */
        METHOD,
        /** A method without an object. */
        STATIC,
        /** A Python lambda, or the function that stands for a Java method reference. */
        LAMBDA,
        /** The body of a Python class, or a Java class's static initializer. */
        TYPE_BODY,
        /** The body of a Python file. */
        MODULE
    }

    /** What else is known of a function. */
    public enum Mark {
        /** Runs where an attribute of its name is read. */
        PROPERTY,
        /** Has a {@code yield}: a call makes a generator and runs nothing. */
        GENERATOR,
        /** A generator with {@code @contextmanager}: its {@code yield} is the block of a {@code with}. */
        CONTEXT,
        /** Its first parameter is the class. */
        CLASS_METHOD,
        /** Stands for the methods of subclasses: it only raises Python's {@code NotImplementedError}, or is abstract and does nothing. */
        ABSTRACT,
        /** Java's {@code main}. */
        ENTRY,
        /** The author says that it returns the rank ({@code @ReturnsRank}). */
        RETURNS_RANK,
        /** The author says that ranks part in it on purpose ({@code @RankConditional}). */
        RANK_CONDITIONAL
    }

    /** Makes the collections immutable. */
    public CodeFunction {
        marks = Set.copyOf(marks);
        parameters = List.copyOf(parameters);
        decorators = List.copyOf(decorators);
    }

    /** Returns the instructions in their order. */
    public List<Instruction> instructions() {
        return graph.instructions;
    }

    /** Returns the number of instructions, at least 1. */
    public int size() {
        return graph.instructions.size();
    }

    /** Returns an instruction. */
    public Instruction at(int instruction) {
        return graph.instructions.get(instruction);
    }

    /** Returns an instruction's line, from 1; 0 where unknown. */
    public int line(int instruction) {
        return graph.lines[instruction];
    }

    /** Returns where an instruction stands in the source. */
    public SourcePlace place(int instruction) {
        return new SourcePlace(id, range.file(), line(instruction));
    }

    /** Returns the successors, without the handler, in the order that {@link Instruction} gives; a copy. */
    public int[] next(int instruction) {
        return graph.next[instruction].clone();
    }

    /** Returns where control goes if the instruction throws; {@link #LEAVES} for out of the function. */
    public int handlerOf(int instruction) {
        return graph.handlers[instruction];
    }

    /**
     * Returns the text of what a branch, loop or handler decides by: in Python the whole condition of the statement, in Java the part
     * that the instruction tests. Empty where unknown.
     */
    public String conditionText(int instruction) {
        return graph.texts.getOrDefault(instruction, "");
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
