package dev.rollcall.analyzer.model;

/**
 * A file that shows something of a rank.
 *
 * @param kind the noun for such a file, such as {@code dump}; empty where unknown
 * @param file its name
 */
public record RankSource(String kind, String file) {}
