package dev.rollcall.analyzer.code.form;

/** What a call calls. */
public sealed interface Callee {

    /**
     * A function of the program, without dispatch: static, private, {@code super.x()}, {@code this(…)}, a resolved Python function.
     * The arguments are those of all its parameters; of a method the first one is its object.
     */
    record Exact(FunctionId function) implements Callee {}

    /**
     * A method that the object's class selects; the object is no argument. The class may be the program's or a library's.
     *
     * @param owner the static type; empty where unknown
     * @param descriptor the descriptor of a Java method; empty in Python
     */
    record Virtual(Operand receiver, String owner, String name, String descriptor) implements Callee {}

    /**
     * Makes an object of a class and runs its constructor; the object is no argument.
     *
     * @param type a class of the program, or of any Java library; what looks like a library's class in Python is {@link Named}
     */
    record Constructor(String type, String descriptor) implements Callee {}

    /**
     * A function that the program does not define: {@code torch.distributed.all_reduce}, {@code java.lang.Math.min}, {@code len}.
     * A library's method that is called without dispatch ({@code super.x()}, {@code <init>}) has its object as first argument.
     * {@code import} with a module's name stands for an import inside of a {@code try}.
     *
     * @param descriptor the descriptor of a Java method; empty in Python
     */
    record Named(String name, String descriptor) implements Callee {}

    /** A value that is called. */
    record Computed(Operand function) implements Callee {}
}
