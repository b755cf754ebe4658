package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads one kind of source, such as Rollcall's own traces. Implementations are safe for use by several threads. */
public interface SourceReader {
    /** How many of a file's first bytes {@link #recognizes} gets to see. */
    int HEAD = 512;

    /** Returns what this kind is called, such as {@code Rollcall trace}. */
    String kind();

    /**
     * Returns whether a file is of this kind.
     *
     * @param file the file
     * @param head its first bytes, at most {@link #HEAD}; fewer of a shorter file
     */
    boolean recognizes(Path file, byte[] head);

    /**
     * Opens a file that was recognized.
     *
     * @return the processes that it tells of, at least one
     * @throws IOException if it cannot be read; the message says why in a few words for a user
     */
    List<ProcessSource> open(Path file) throws IOException;

    /**
     * Returns what this reader opened, once all of it is known; all of it, unless a reader overrides this.
     *
     * @param opened the sources of all files, in the order in which they were found
     * @param unreadable gets what turns out to be of no use
     */
    default List<ProcessSource> resolve(List<ProcessSource> opened, List<Unreadable> unreadable) {
        return opened;
    }
}
