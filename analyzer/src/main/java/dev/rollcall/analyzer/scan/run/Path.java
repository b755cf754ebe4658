package dev.rollcall.analyzer.scan.run;

import java.util.List;

/**
 * One way through the program in one world: what all ranks do where the unknown turns out one way.
 *
 * @param ranks each rank's behaviour
 * @param oracle how the unknown turned out
 */
public record Path(List<Behaviour> ranks, Oracle oracle) {}
