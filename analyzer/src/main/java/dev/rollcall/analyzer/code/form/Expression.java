package dev.rollcall.analyzer.code.form;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an {@link Instruction.Assign} computes. Lists and maps are immutable and keep their order. */
public sealed interface Expression {

    /** The operand itself; also boxing, casts and {@code await}. */
    record Copy(Operand of) implements Expression {}

    /** An operator. Comparisons of Java take {@link Arithmetic#INT} or the arithmetic of their compare instruction. */
    record Apply(Operator operator, Arithmetic arithmetic, List<Operand> operands) implements Expression {
        public Apply {
            operands = List.copyOf(operands);
        }
    }

    /** Reads a place. A Python attribute may turn out to be a property or a method of the object's class. */
    record Load(Place from) implements Expression {}

    /** A new collection or text; the parts of a {@link Kind#MAP} are key, value, key, value; those of a text are joined. */
    record Build(Kind kind, List<Operand> parts) implements Expression {
        public Build {
            parts = List.copyOf(parts);
        }

        /** What is built. */
        public enum Kind {
            LIST,
            TUPLE,
            SET,
            MAP,
            TEXT,
            ARRAY
        }
    }

    /**
     * A new Java array of zeros.
     *
     * @param type the type of its elements
     * @param lengths the lengths of its dimensions, at least one
     */
    record Allocate(String type, List<Operand> lengths) implements Expression {
        public Allocate {
            lengths = List.copyOf(lengths);
        }
    }

    /**
     * A function as a value: {@code def}, lambda, Java's method reference (of which the front end makes a function that calls it).
     * Its decorators are not applied here: see {@link CodeFunction#decorators()}.
     *
     * @param bound what the function holds of its surroundings: a captured variable by its name, leading arguments as {@code 0},
     *     {@code 1}, …
     */
    record Closure(FunctionId function, Map<String, Operand> bound) implements Expression {
        public Closure {
            bound = Collections.unmodifiableMap(new LinkedHashMap<>(bound));
        }
    }

    /** Whether the operand is an instance of a type, {@code null} being of none. */
    record TypeTest(Operand of, String type) implements Expression {}
}
