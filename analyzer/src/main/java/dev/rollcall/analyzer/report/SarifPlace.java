package dev.rollcall.analyzer.report;

/**
 * A place that a SARIF result points at.
 *
 * @param path the file, with slashes
 * @param line from 1; 0 for the file as a whole
 * @param message what is there; empty where the result says it
 */
record SarifPlace(String path, int line, String message) {}
