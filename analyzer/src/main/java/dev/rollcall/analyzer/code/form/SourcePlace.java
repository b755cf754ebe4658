package dev.rollcall.analyzer.code.form;

/**
 * A line of a function.
 *
 * @param function the function that holds the line
 * @param file the source file, as {@link CodeUnit#file()}
 * @param line from 1; 0 where unknown
 */
public record SourcePlace(FunctionId function, String file, int line) {

    @Override
    public String toString() {
        return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
    }
}
