package dev.rollcall.catalogue;

import java.util.Locale;

/** How the end of a catalogued method shows. Immutable and thread-safe. */
public enum CompletionSign {
    /** The method has ended when it returns. */
    RETURN,
    /** It returns a work, whose end is the call's. */
    WORK,
    /**
     * It returns an error code, 0 for success. A call with a stream then ends with the work in that stream; without one, it has
     * ended.
     */
    STATUS;

    /** Returns the word for this ending in a catalogue file, where the default is left out. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
