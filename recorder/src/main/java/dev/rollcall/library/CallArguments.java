package dev.rollcall.library;

/** What one call was given, as far as it could be read. Reused from call to call; one a thread. */
public final class CallArguments {
    /** The number of elements that the call reads on this rank, -1 where it is unknown or means nothing. */
    public long countIn;

    /** The number of elements that the call writes on this rank, -1 where it is unknown or means nothing. */
    public long countOut;

    /** How many elements the call reads for each rank. */
    public final Splits inputs = new Splits();

    /** How many elements the call writes of each rank. */
    public final Splits outputs = new Splits();

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
        countIn = -1;
        countOut = -1;
        inputs.clear();
        outputs.clear();
        elementType = 0;
        reduction = 0;
        root = -1;
        peer = -1;
        tag = -1;
    }
}
