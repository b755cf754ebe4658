package dev.rollcall.analyzer.code.form;

/**
 * The lines of a function in its file.
 *
 * @param file the source file, as {@link CodeUnit#file()}
 * @param first the line of the {@code def}, or the first line with code in Java; 0 where unknown
 * @param last the last line, inclusive; 0 where unknown
 */
public record SourceRange(String file, int first, int last) {}
