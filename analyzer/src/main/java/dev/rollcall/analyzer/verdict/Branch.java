package dev.rollcall.analyzer.verdict;

/**
 * The condition in the code at which ranks parted. Immutable.
 *
 * @param file the source file
 * @param line the condition's line, from 1
 * @param condition its text
 */
public record Branch(String file, int line, String condition) {}
