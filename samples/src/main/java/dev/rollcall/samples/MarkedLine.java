package dev.rollcall.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Finds a line in the source of a sample by the comment at its end. */
final class MarkedLine {

    private MarkedLine() {}

    /**
     * Returns file and line, such as {@code Train.java:41}, of the line that ends in {@code // comment}.
     *
     * @param sources the folder that holds the packages
     * @throws IOException if the source cannot be read
     * @throws IllegalStateException if not exactly one line has the comment
     */
    static String find(Path sources, Class<?> program, String comment) throws IOException {
        Path source = sources.resolve(program.getName().replace('.', '/') + ".java");
        List<String> lines = Files.readAllLines(source);
        int[] marked = IntStream.range(0, lines.size())
                .filter(index -> lines.get(index).endsWith("// " + comment))
                .toArray();
        if (marked.length != 1) {
            throw new IllegalStateException(
                    marked.length + " lines of " + source + " end in '// " + comment + "', not one");
        }
        return source.getFileName() + ":" + (marked[0] + 1);
    }
}
