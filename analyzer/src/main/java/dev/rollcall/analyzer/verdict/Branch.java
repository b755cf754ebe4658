package dev.rollcall.analyzer.verdict;

/**
 * The condition in the application's code that sent a rank another way.
 *
 * @param file the source file
 * @param line the condition's line, from 1
 * @param condition its text
 */
public record Branch(String file, int line, String condition) {}
