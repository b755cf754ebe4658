package dev.rollcall.analyzer.code.form;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A front end: the units of one language, read when asked for. Bad input is {@link #unread}, never an exception. Not thread-safe. */
public interface UnitSource {

    /** Returns a unit by its name; empty if the source has none, or cannot read it. Two calls return the same object. */
    Optional<CodeUnit> unit(String name);

    /** Returns the names of the units that are worth an analysis, in a stable order; others may be found by name. */
    Collection<String> names();

    /** Returns what could not be read so far. */
    List<Unread> unread();

    /**
     * A file that could not be read.
     *
     * @param file the file
     * @param reason why, without the file's name
     * @param partly whether the rest of it was read
     */
    record Unread(String file, String reason, boolean partly) {

        /** Makes the entry of a file of which nothing could be read. */
        public Unread(String file, String reason) {
            this(file, reason, false);
        }
    }
}
