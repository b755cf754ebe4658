package dev.rollcall.analyzer.scan.run;

/**
 * A communicator as one rank has it.
 *
 * @param key equal on all its ranks
 * @param born whether the program was seen to make it, so that its members are known
 * @param rank this process's rank in it; null where unknown
 * @param size the number of its ranks; null where unknown
 */
public record Group(String key, boolean born, Value rank, Value size) {}
