package dev.rollcall.analyzer.code.library;

import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the catalogue says about a function, attribute, decorator or class of a library. Immutable and thread-safe. */
public sealed interface LibraryFact {

    /**
     * An argument that decides whether a fact holds.
     *
     * @param holdsIf the truth of the argument with which the fact holds; an argument that is left out counts as false
     */
    record Switch(ArgumentPosition argument, boolean holdsIf) {}

    /**
     * A call that all members make.
     *
     * @param operation the operation's name, such as {@code all_reduce}
     * @param arguments where the communicator, the buffers and what must agree are
     * @param agrees the roles whose values are the same on all ranks afterwards; {@link ArgumentRole#OUTPUT} without a position is the
     *     result
     * @param always whether it communicates in every configuration; else findings are notes
     * @param onlyIf the argument that turns it on or off: {@code sync_dist}, {@code no_dist}
     * @param returns the object of a library's class that it returns, or a tuple with one
     */
    record Collective(
            String operation,
            Map<ArgumentRole, ArgumentPosition> arguments,
            Set<ArgumentRole> agrees,
            boolean always,
            Optional<Switch> onlyIf,
            Optional<LibraryFact> returns)
            implements LibraryFact {
        public Collective {
            arguments = Map.copyOf(arguments);
            agrees = Set.copyOf(agrees);
        }

        /** Makes the fact of a call that no argument turns off. */
        public Collective(
                String operation,
                Map<ArgumentRole, ArgumentPosition> arguments,
                Set<ArgumentRole> agrees,
                boolean always) {
            this(operation, arguments, agrees, always, Optional.empty(), Optional.empty());
        }
    }

    /**
     * The rank in the world, along an axis, or in the communicator at {@code arguments}' {@link ArgumentRole#COMMUNICATOR}. An
     * argument in the role {@link ArgumentRole#NAME} names the axis; {@link ArgumentRole#OUTPUT} is where the method writes it.
     */
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

    /** A tuple of the rank, the number of ranks and the like: {@code rank, world_size = get_dist_info()}. {@link Pure} is any value. */
    record TupleOf(List<LibraryFact> items) implements LibraryFact {
        public TupleOf {
            items = List.copyOf(items);
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
     * @param onlyIf the argument without which all ranks of the parent must call it: {@code use_local_synchronization}
     * @param nullOutside whether it returns null on ranks that are not in the list of ranks
     */
    record NewGroup(
            Map<ArgumentRole, ArgumentPosition> arguments,
            boolean collective,
            Optional<Switch> onlyIf,
            boolean nullOutside)
            implements LibraryFact {
        public NewGroup {
            arguments = Map.copyOf(arguments);
        }

        /** Makes the fact of a call whose members no argument changes, and that returns an object on all ranks. */
        public NewGroup(Map<ArgumentRole, ArgumentPosition> arguments, boolean collective) {
            this(arguments, collective, Optional.empty(), false);
        }
    }

    /** Makes a store, where ranks find each other by its {@link ArgumentRole#NAME} and that of its {@link ArgumentRole#STORE}. */
    record NewStore(Map<ArgumentRole, ArgumentPosition> arguments) implements LibraryFact {
        public NewStore {
            arguments = Map.copyOf(arguments);
        }
    }

    /** The communicator of an axis, or of the world; an argument in the role {@link ArgumentRole#NAME} names the axis. */
    record GroupOf(Axis axis, Map<ArgumentRole, ArgumentPosition> arguments) implements LibraryFact {
        public GroupOf {
            arguments = Map.copyOf(arguments);
        }

        /** Makes the fact of a communicator that needs no argument. */
        public GroupOf(Axis axis) {
            this(axis, Map.of());
        }
    }

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

    /**
     * Returns its models wrapped so that calling them communicates.
     *
     * @param collective whether wrapping a model communicates itself
     */
    record Wraps(Wrapper wrapper, boolean collective) implements LibraryFact {

        /** Makes the fact of a wrapper that is made without communication. */
        public Wraps(Wrapper wrapper) {
            this(wrapper, false);
        }

        /** What a model is wrapped in. */
        public enum Wrapper {
            DATA_PARALLEL,
            SHARDED,
            SYNC_BATCH_NORM
        }
    }

    /**
     * Returns what it was given, for the analysis the same.
     *
     * @param argument where that is: {@code tqdm(iterable)}, or the object itself: {@code model.cuda()}
     */
    record Keeps(ArgumentPosition argument) implements LibraryFact {

        /** Makes the fact of a function that returns its first argument. */
        public Keeps() {
            this(new ArgumentPosition(0, ""));
        }
    }

    /**
     * Calls a function that it gets, or keeps it for calls later.
     *
     * @param argument the position of the function
     * @param when when it is called
     * @param keyword the function's keyword in Python: {@code target}; empty where it has none
     */
    record Calls(int argument, When when, String keyword) implements LibraryFact {

        /** Makes the fact of a function whose argument has no keyword. */
        public Calls(int argument, When when) {
            this(argument, when, "");
        }

        /** When a function is called. */
        public enum When {
            /** In the call, a number of times that is the same on all ranks. */
            NOW,
            /** In the call or beside it, once, with the arguments behind the function. */
            ONCE,
            /** Later, as a hook. */
            LATER,
            /** As the beginning of a process that gets its rank, and then what is passed as {@code args}. */
            BEGINS,
            /** As the beginning of a process that gets what is passed as {@code args}; the number of a loop's pass is its rank. */
            STARTS
        }
    }

    /** Changes the object that it is called on, or its first argument. */
    record Mutates() implements LibraryFact {}

    /** Does nothing but return a value that its arguments determine. */
    record Pure() implements LibraryFact {}

    /**
     * Goes over the elements of its argument at once, as a loop does.
     *
     * @param makes whether it makes an object, such as a list; else its arguments determine what it returns: {@code sum}
     */
    record Iterates(boolean makes) implements LibraryFact {}

    /** Returns a value that can differ between ranks: local data, or a clock. */
    record Differs(Dependence.Source source) implements LibraryFact {}

    /** Ends the process. */
    record Ends(Reach reach) implements LibraryFact {
        /** What it ends, and how. */
        public enum Reach {
            PROCESS,
            /** All processes of the job. */
            JOB,
            /** The process, by an exception that the program may catch: Python's {@code SystemExit}. */
            BY_EXCEPTION
        }
    }

    /** Throws exceptions that speak of the program, so on all ranks or none: {@code ImportError}. A fact about a class. */
    record ThrownByAll() implements LibraryFact {}

    /** An attribute that holds an object of a library's class, or a call that returns one. */
    record Holds(String type) implements LibraryFact {}

    /**
     * A constructor of an object of options, whose fields are set by its methods or named arguments.
     *
     * @param fields what the fields mean to the call that gets the object
     */
    record Options(Map<String, ArgumentRole> fields) implements LibraryFact {
        public Options {
            fields = Map.copyOf(fields);
        }

        /** Makes the fact of options that no call is compared by. */
        public Options() {
            this(Map.of());
        }
    }
}
