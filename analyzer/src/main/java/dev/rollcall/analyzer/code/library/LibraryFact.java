package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the catalogue says about a function, attribute, decorator or class of a library. Immutable and thread-safe. */
public sealed interface LibraryFact {

    /**
     * A call that all members make.
     *
     * @param operation the operation's name, such as {@code all_reduce}
     * @param arguments where the communicator, the buffers and what must agree are
     * @param agrees the roles whose values are the same on all ranks afterwards; {@link ArgumentRole#OUTPUT} without a position is the
     *     result
     * @param always whether it communicates in every configuration; else findings are notes
     */
    record Collective(
            String operation, Map<ArgumentRole, ArgumentPosition> arguments, Set<ArgumentRole> agrees, boolean always)
            implements LibraryFact {
        public Collective {
            arguments = Map.copyOf(arguments);
            agrees = Set.copyOf(agrees);
        }
    }

    /** The rank in the world, along an axis, or in the communicator at {@code arguments}' {@link ArgumentRole#COMMUNICATOR}. */
    record RankOf(Axis axis, Map<ArgumentRole, ArgumentPosition> arguments) implements LibraryFact {
        public RankOf {
            arguments = Map.copyOf(arguments);
        }
    }

    /** The number of ranks, as {@link RankOf}. */
    record SizeOf(Axis axis, Map<ArgumentRole, ArgumentPosition> arguments) implements LibraryFact {
        public SizeOf {
            arguments = Map.copyOf(arguments);
        }
    }

    /** Whether this is the first rank of an axis, or the last one. */
    record EdgeOf(Axis axis, boolean last) implements LibraryFact {}

    /** A truth that holds in a distributed job, such as {@code is_initialized}. */
    record AlwaysTrue() implements LibraryFact {}

    /**
     * Makes a communicator.
     *
     * @param arguments where {@link ArgumentRole#RANKS}, {@link ArgumentRole#COLOUR}, {@link ArgumentRole#STORE}, {@link
     *     ArgumentRole#SIZE} and the parent ({@link ArgumentRole#COMMUNICATOR}) are, as far as it has them
     * @param collective whether all ranks of the parent must call it
     */
    record NewGroup(Map<ArgumentRole, ArgumentPosition> arguments, boolean collective) implements LibraryFact {
        public NewGroup {
            arguments = Map.copyOf(arguments);
        }
    }

    /** The communicator of an axis, or of the world. */
    record GroupOf(Axis axis) implements LibraryFact {}

    /** The block of a {@code with}, or a decorated function. */
    record Around(Manner manner) implements LibraryFact {

        /** How the block runs. */
        public enum Manner {
            /** A context: the first rank runs the block before the others; a barrier on each side. A decorator: the first rank alone. */
            FIRST,
            LAST,
            /** Gradients are not reduced in it. */
            QUIET,
            /** Gradients are not computed in it. */
            NO_GRADIENT,
            /** As if it were not there. */
            KEEPS
        }
    }

    /** Returns its models wrapped so that calling them communicates. */
    record Wraps(Wrapper wrapper) implements LibraryFact {

        /** What a model is wrapped in. */
        public enum Wrapper {
            DATA_PARALLEL,
            SHARDED,
            SYNC_BATCH_NORM
        }
    }

    /** Returns what it was given first, for the analysis the same. */
    record Keeps() implements LibraryFact {}

    /**
     * Calls a function that it gets, or keeps it for calls later.
     *
     * @param argument the position of the function
     * @param when when it is called
     */
    record Calls(int argument, When when) implements LibraryFact {

        /** When a function is called. */
        public enum When {
            /** In the call, a number of times that is the same on all ranks. */
            NOW,
            /** Later, as a hook. */
            LATER,
            /** As the beginning of a process or thread that has a rank. */
            BEGINS
        }
    }

    /** Changes the object that it is called on, or its first argument. */
    record Mutates() implements LibraryFact {}

    /** Does nothing but return a value that its arguments determine. */
    record Pure() implements LibraryFact {}

    /** Returns a value that can differ between ranks: local data, or a clock. */
    record Differs(Dependence.Source source) implements LibraryFact {}

    /** Ends the process. */
    record Ends() implements LibraryFact {}

    /** Throws exceptions that speak of the program, so on all ranks or none: {@code ImportError}. A fact about a class. */
    record ThrownByAll() implements LibraryFact {}

    /** An attribute that holds an object of a library's class. */
    record Holds(String type) implements LibraryFact {}

    /** A constructor of an object of options, whose fields are set by its methods or named arguments. */
    record Options() implements LibraryFact {}

    /** A class some methods of which, where the program overrides them, a library calls on all ranks. A fact about a class. */
    record Hooks(List<String> methods) implements LibraryFact {
        public Hooks {
            methods = List.copyOf(methods);
        }
    }
}
