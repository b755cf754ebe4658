package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Runs one entry of a program of class files in one world, in all its ways. */
final class Explorer {
    private final Program program;
    private final Reach reach;
    private final Library library;
    private final Set<Routine> entered = new HashSet<>();

    Explorer(Program program, Reach reach, Library library) {
        this.program = program;
        this.reach = reach;
        this.library = library;
    }

    /** Returns an entry to be run with any number of ranks, as far as a budget has it. */
    Worlds worlds(Routine entry, Budget budget) {
        Asides asides = new Asides();
        RankInputs inputs = new RankInputs();
        return (world, sink) -> {
            Ways ways = budget.ways();
            explore(entry, world, asides, inputs, ways, sink);
            budget.spend(ways.steps());
        };
    }

    private void explore(Routine entry, int world, Asides asides, RankInputs inputs, Ways ways, Predicate<Path> sink) {
        ways.explore(
                (oracle, rank) -> {
                    Machine machine = new Machine(
                            program, reach, library, oracle, asides, inputs, rank, world, Entries.isMain(entry));
                    new Entries(machine).run(entry);
                    machine.behaviour.steps = machine.taken();
                    entered.addAll(machine.entered());
                    return machine.behaviour;
                },
                world,
                sink);
    }

    /** Returns the methods that were entered so far. */
    Set<Routine> entered() {
        return entered;
    }
}
