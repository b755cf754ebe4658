package dev.rollcall.library;

/**
 * What the application passed to one call, by role; null or -1 where the method has no such parameter. Reused from call to
 * call; one a thread.
 */
public final class GivenArguments {
    /** What this rank contributes, or the buffer of an operation in place. */
    public Object input;

    /** Where the results go. */
    public Object output;

    /** The library's object of further arguments. */
    public Object options;

    /** What tells the type of an element. */
    public Object type;

    /** What tells how elements are combined. */
    public Object reduction;

    /** How the input is shared out among the ranks. */
    public Object inputSplits;

    /** How the output is made up of the ranks' shares. */
    public Object outputSplits;

    /** The number of elements. */
    public long count;

    /** The root's rank. */
    public long root;

    /** The other rank of a send or receive. */
    public long peer;

    /** The tag of a send or receive. */
    public long tag;

    /** Makes arguments of which none is given. */
    public GivenArguments() {
        clear();
    }

    /** Lets go of the application's objects, so that nothing here keeps them alive. */
    public void clear() {
        input = null;
        output = null;
        options = null;
        type = null;
        reduction = null;
        inputSplits = null;
        outputSplits = null;
        count = -1;
        root = -1;
        peer = -1;
        tag = -1;
    }
}
