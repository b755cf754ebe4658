package dev.rollcall.analyzer.scan.run;

import java.util.function.Predicate;

/** One beginning of a program, to be run in worlds of any size. */
public interface Worlds {

    /** Runs it as all ranks of a world, in all its ways, until the sink has seen enough. */
    void explore(int world, Predicate<Path> sink);
}
