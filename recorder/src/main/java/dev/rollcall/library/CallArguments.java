package dev.rollcall.library;

/** What one call was given, as far as it could be read. Reused from call to call; one a thread. */
public final class CallArguments {
    /** The number of elements that this rank contributes, -1 where it is unknown or means nothing. */
    public long count;

    /** The code of the elements' type, 0 where it is unknown or means nothing. */
    public int elementType;

    /** The code of the reduction, 0 where it is unknown or means nothing. */
    public int reduction;

    /** The root's rank, -1 without one. */
    public int root;

    /** The other rank of a send or receive, -1 without one. */
    public int peer;

    /** The tag of a send or receive, -1 without one. */
    public long tag;

    /** Forgets the call before. */
    public void clear() {
        count = -1;
        elementType = 0;
        reduction = 0;
        root = -1;
        peer = -1;
        tag = -1;
    }
}
