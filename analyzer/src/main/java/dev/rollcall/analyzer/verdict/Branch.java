package dev.rollcall.analyzer.verdict;

/**
 * The place in the code that sent ranks different ways: a condition, the head of a loop, or what an argument depends on. Made
 * from a {@code CodeStructure.Fork}. Immutable.
 *
 * @param file the source file
 * @param line the line, from 1
 * @param condition the text of the condition, or of what stands in its place
 */
public record Branch(String file, int line, String condition) {}
