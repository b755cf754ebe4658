package dev.rollcall.analyzer.report.view;

/**
 * One line of the application's source.
 *
 * @param number its number, from 1
 * @param text its text, safe to print, tabs as four spaces, without the indent of its surroundings
 * @param marked whether it is the line in question
 */
public record SourceLine(int number, String text, boolean marked) {}
