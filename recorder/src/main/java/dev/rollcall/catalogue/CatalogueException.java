package dev.rollcall.catalogue;

/** A catalogue file that cannot be read as one. The message names the file, the line and what is allowed there. */
public final class CatalogueException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes the exception from a message that is fit to be shown to the user. */
    public CatalogueException(String message) {
        super(message);
    }
}
