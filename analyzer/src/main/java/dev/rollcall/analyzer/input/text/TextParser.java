package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.input.ProcessSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds the evidence of one kind in the lines of one text file. An instance reads one file, and its memory must not grow with the
 * length of the file: it keeps what is last, or counts. Not thread-safe.
 */
public interface TextParser {
    /**
     * Returns the words of which each line that begins something has one. Lines without such a word are skipped, at the speed of
     * the disk, so a word should be rare in other text: at least {@link WordSearch#SHORTEST} characters, all of them ASCII.
     */
    List<String> words();

    /**
     * Offers some lines of the file, from its beginning, its end and in between, whatever is in them. Called once, before the first
     * line is added.
     *
     * @param lines reads the lines when it is asked
     */
    default void sample(Supplier<List<TextLine>> lines) {}

    /**
     * Adds a line that has one of the words.
     *
     * @return whether the next line is wanted too, whatever is in it; a parser must not want lines for ever
     */
    boolean add(TextLine line);

    /**
     * Adds a line without a word, which follows a line after which the next one was wanted.
     *
     * @return as {@link #add} does
     */
    default boolean addNext(TextLine line) {
        return add(line);
    }

    /**
     * Returns the processes of which the lines were evidence; empty if there were none. Called once, after the last line.
     *
     * @param file the file that the lines are from
     * @param cutOff whether it ends within a line, so that later lines may be missing
     * @throws IOException if the lines are of use only with others that are not there; the message gives the user the reason
     */
    List<ProcessSource> sources(Path file, boolean cutOff) throws IOException;

    /**
     * Returns the processes that wrote a file in which no parser found evidence. They belong to a job that other files show; by
     * themselves they are of no use. Called after {@link #sources}.
     *
     * @param file the file that the lines are from
     */
    default List<ProcessSource> writers(Path file) {
        return List.of();
    }
}
