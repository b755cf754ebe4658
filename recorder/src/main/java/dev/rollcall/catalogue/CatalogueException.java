package dev.rollcall.catalogue;

/** An invalid line in a catalogue file. The message names the file, the line and what is allowed there. */
public final class CatalogueException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message for the user. */
    public CatalogueException(String message) {
        super(message);
    }
}
