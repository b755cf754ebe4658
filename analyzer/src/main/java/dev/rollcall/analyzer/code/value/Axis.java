package dev.rollcall.analyzer.code.value;

/** What a rank or a number of ranks counts within. */
public sealed interface Axis {
    /** All ranks of the job. */
    Axis WORLD = new Grid("world");

    /** The ranks of one host. The test of a condition knows jobs on one host alone, where it is the world. */
    Axis LOCAL = new Grid("local");

    /** This rank alone. */
    Axis SELF = new Grid("self");

    /** Returns what a rank or a number of ranks counts within; null for other values. */
    static Axis of(Value value) {
        return value instanceof Value.Rank rank ? rank.axis() : value instanceof Value.Size size ? size.axis() : null;
    }

    /** Returns that of the members of a communicator. */
    static Axis in(Value communicator) {
        if (communicator.equals(Value.Communicator.WORLD)) {
            return WORLD;
        }
        return communicator instanceof Value.Communicator known && known.members() instanceof Members.Along along
                ? new Grid(along.axis())
                : new Group(communicator);
    }

    /** A direction of the grid that a job's ranks form, such as {@code tp}, {@code pp}. */
    record Grid(String name) implements Axis {}

    /** The members of a communicator, in its order. */
    record Group(Value communicator) implements Axis {}
}
