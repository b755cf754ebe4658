package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A symbolic value. Immutable and thread-safe. Make values with {@link ValuePool#of}: it simplifies, keeps equal values as one
 * object and bounds their size. Two equal values are the same value on every rank, at the same time. Hashes are the same in each run of
 * the program, as those of enums are not, so that the order of maps of values is. The most frequent ones have an {@code equals} of their own: a
 * record's costs several times as much in code that the JVM compiles quickly.
 */
public sealed interface Value {
    /** Returns the full name of a class, module or library constant, if the value is one. */
    default Optional<String> globalName() {
        return Optional.empty();
    }

    /** Returns the loop whose pass makes this value; empty where {@link #isOfLoop} is false. */
    default Optional<LoopId> ofLoop() {
        return this instanceof Induction counter
                ? Optional.of(counter.loop())
                : this instanceof Element element
                        ? Optional.of(element.loop())
                        : this instanceof More more ? Optional.of(more.loop()) : Optional.empty();
    }

    /** Returns whether it is what a pass of a loop counts, takes of a collection or asks for: an induction, an element, more of them. */
    default boolean isOfLoop() {
        return this instanceof Induction || this instanceof Element || this instanceof More;
    }

    /** A constant: what a {@link Literal} holds. */
    record Constant(Object value) implements Value {
        /** Python's {@code None}, Java's {@code null}. */
        public static final Constant NULL = new Constant(null);

        public static final Constant TRUE = new Constant(true);
        public static final Constant FALSE = new Constant(false);

        /** Returns a number. */
        public static Constant of(long number) {
            return new Constant(number);
        }

        /** Returns a class, module or library constant by its full name. */
        public static Constant name(String name) {
            return new Constant(new Literal.Name(name));
        }

        @Override
        public Optional<String> globalName() {
            return value instanceof Literal.Name global ? Optional.of(global.name()) : Optional.empty();
        }
    }

    /** This process's rank, from 0. */
    record Rank(Axis axis) implements Value {}

    /** The number of ranks. */
    record Size(Axis axis) implements Value {}

    /** A parameter of the function that is summarized, by its position; replaced when the summary is applied. */
    record Parameter(int index) implements Value {}

    /** A variable of an enclosing Python function; replaced when a {@link Function} that binds it is applied. */
    record Captured(String name) implements Value {}

    /** The object of the method that is summarized, its parameter 0; its class may be a subclass of the method's. */
    record Self() implements Value {}

    /**
     * A value of which only the dependence is known: an argument of a root, a property, a library's result, an agreed result.
     *
     * @param key its identity: equal keys are equal values, and have equal dependence and origin
     */
    record Input(String key, Dependence dependence, Origin origin) implements Value {
        @Override
        public int hashCode() {
            return key.hashCode();
        }
    }

    /** An operator applied to values. */
    record Operation(Operator operator, Arithmetic arithmetic, List<Value> operands, int hash) implements Value {
        /** Makes the value; its hash is kept, as that of all values with parts: parts are shared, and whole values deep. */
        public Operation(Operator operator, Arithmetic arithmetic, List<Value> operands) {
            this(
                    operator,
                    arithmetic,
                    List.copyOf(operands),
                    Objects.hash(operator.ordinal(), arithmetic.ordinal(), operands));
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other instanceof Operation that
                            && hash == that.hash
                            && operator == that.operator
                            && arithmetic == that.arithmetic
                            && operands.equals(that.operands);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * The result of a function that is not the program's, taken as a function of its arguments: {@code java.lang.String.startsWith},
     * {@code torch.tensor}, a method by its bare name where the type is unknown. A method's object is its first argument.
     *
     * @param site 0, or the creation site of a new mutable object, see {@link ValuePool#site}
     */
    record Result(String function, List<Value> arguments, long site, int hash) implements Value {
        /** The function that takes an element of a collection: {@code x[key]}; arguments: the collection, the key. */
        public static final String ITEM = "[]";

        /** The function that tests a type; arguments: the object, the type's {@link Constant#name} or a tuple of them. */
        public static final String TYPE_TEST = "isinstance";

        /** The function that gives an object's very class, a {@link Constant#name}; argument: the object. */
        public static final String CLASS = "class of";

        /**
         * The function that says whether an object is of a class that the program promises, as by an annotation, or that is guessed by a method
         * which only this class has; arguments: the object, the class's {@link Constant#name}. It is the same on all ranks.
         */
        public static final String CLASS_GUESS = "guessed class";

        /** The function of an object of a library's class, whose name follows. */
        public static final String HOLDS = "as ";

        /** How the name of a function begins that wraps a model, such as DistributedDataParallel. */
        public static final String WRAPS = "wraps ";

        /** How the name of a function begins by which a wrapped model computes. */
        public static final String FORWARD = "forward of ";

        /** Makes the value. */
        public Result(String function, List<Value> arguments, long site) {
            this(function, List.copyOf(arguments), site, Objects.hash(function, arguments, site));
        }

        /** Returns whether it is a wrapped model, which communicates when it is called. */
        public boolean isModel() {
            return function.startsWith(WRAPS);
        }

        /** Returns whether a wrapped model computed it: its backward pass communicates. */
        public boolean isOfModel() {
            return function.startsWith(FORWARD);
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other instanceof Result that
                            && hash == that.hash
                            && site == that.site
                            && function.equals(that.function)
                            && arguments.equals(that.arguments);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** A collection or text; parts as in {@link Build}. An array of unknown or large length is a {@link Result}. */
    record Parts(Build.Kind kind, List<Value> parts, long site, int hash) implements Value {
        /** Makes the value. */
        public Parts(Build.Kind kind, List<Value> parts, long site) {
            this(kind, List.copyOf(parts), site, Objects.hash(kind.ordinal(), parts, site));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** A gated join: {@code yes} where the condition holds, else {@code no}. */
    record Select(Value condition, Value yes, Value no, int hash) implements Value {
        /** Makes the value. */
        public Select(Value condition, Value yes, Value no) {
            this(condition, yes, no, Objects.hash(condition, yes, no));
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other instanceof Select that
                            && hash == that.hash
                            && condition.equals(that.condition)
                            && yes.equals(that.yes)
                            && no.equals(that.no);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** A variable in a loop: {@code start} in its first pass, and {@code step} more in each further one. */
    record Induction(LoopId loop, Value start, Value step) implements Value {}

    /** The element that a pass of a loop over {@code of} has. */
    record Element(LoopId loop, Value of) implements Value {}

    /** Whether a loop over {@code of} has a further element: {@code hasNext}, and the condition of Python's {@code for}. */
    record More(LoopId loop, Value of) implements Value {}

    /**
     * What a loop or comprehension collects: {@code start} and then, for each element of {@code of} for which the condition holds,
     * the item. Both mention the loop's {@link Element}.
     */
    record Collected(LoopId loop, Value start, Value of, Value condition, Value item) implements Value {}

    /**
     * An object whose constructor was seen.
     *
     * @param type a class of the program, or a library's class of options
     * @param site its creation site, see {@link ValuePool#site}
     */
    record Instance(String type, long site, Map<String, Value> fields, int hash) implements Value {
        /** Makes the value. */
        public Instance(String type, long site, Map<String, Value> fields) {
            this(type, site, NamedValues.of(fields), Objects.hash(type, site, fields));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * A field of an object that is not known better; also a global variable, whose {@code of} is the {@link Constant#name} of its unit
     * and whose owner is the unit.
     */
    record FieldOf(Value of, String owner, String name, int hash) implements Value {
        /** Makes the value. */
        public FieldOf(Value of, String owner, String name) {
            this(of, owner, name, Objects.hash(of, owner, name));
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other instanceof FieldOf that
                            && hash == that.hash
                            && of.equals(that.of)
                            && owner.equals(that.owner)
                            && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** A function of the program, with what it holds of its surroundings, as in {@code Expression.Closure}. */
    record Function(FunctionId function, Map<String, Value> bound, int hash) implements Value {
        /** Makes the value. */
        public Function(FunctionId function, Map<String, Value> bound) {
            this(function, NamedValues.of(bound), Objects.hash(function, bound));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * A communicator.
     *
     * @param key its identity: where it is created, or what a library calls it; {@code world} for the job's own
     */
    record Communicator(Members members, String key) implements Value {
        /** The communicator of all ranks. */
        public static final Communicator WORLD = new Communicator(new Members.All(), "world");

        private static final String ASSUMED = "?";

        /** Returns the communicator that stands for one that is not known. */
        public static Communicator assumed(Members members, Value unknown) {
            return new Communicator(members, ASSUMED + unknown);
        }

        /** Returns whether it stands for one that is not known. */
        public boolean isAssumed() {
            return key.startsWith(ASSUMED);
        }
    }

    /**
     * A value that was lost: a join without a gate, too large, changed in a loop or on some ways alone.
     *
     * @param key its identity: where it was lost
     * @param of the values over parameters that it may depend on, so that a summary that is applied to the rank depends on it; and
     *     wrapped models, and what they computed, without arguments
     * @param own its dependence without that of {@code of}
     */
    record Mixed(String key, List<Value> of, Dependence own, Origin origin, int hash) implements Value {
        /** How the key of what a variable holds in a pass of a loop begins. */
        public static final String OF_PASS = "variable of a pass ";

        /** Makes the value. */
        public Mixed(String key, List<Value> of, Dependence own, Origin origin) {
            this(key, List.copyOf(of), own, origin, Objects.hash(key, of));
        }

        /** Returns whether it is what a variable holds in a pass of a loop, and may differ in the next one. */
        public boolean isOfPass() {
            return key.startsWith(OF_PASS);
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other instanceof Mixed that
                            && hash == that.hash
                            && key.equals(that.key)
                            && of.equals(that.of)
                            && own.equals(that.own)
                            && origin.equals(that.origin);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
