package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Recognizes and opens the files of one format. Implementations are safe for use by several threads. */
public interface SourceReader {
    /** The number of bytes at the start of a file that {@link #recognizes} gets. */
    int HEAD_LENGTH = 512;

    /** Returns the name of the format, such as {@code Rollcall trace}. */
    String formatName();

    /**
     * Returns whether a file has this format.
     *
     * @param file the file
     * @param head its first bytes, at most {@link #HEAD_LENGTH}; fewer if the file is shorter
     */
    boolean recognizes(Path file, byte[] head);

    /**
     * Opens a file that was recognized.
     *
     * @return the processes that it has evidence of; empty if it turns out to have none
     * @throws IOException if it cannot be read; the message gives the user the reason in a few words
     */
    List<ProcessSource> open(Path file) throws IOException;

    /**
     * Decides what only the sources of all files together show, such as which number in a file's name is the rank. The
     * default keeps all sources as they are.
     *
     * @param opened all sources that this reader opened, in the order in which their files were found
     * @param unreadable receives the sources that turn out to be of no use
     * @return the sources to read
     */
    default List<ProcessSource> resolveTogether(List<ProcessSource> opened, List<Unreadable> unreadable) {
        return opened;
    }
}
