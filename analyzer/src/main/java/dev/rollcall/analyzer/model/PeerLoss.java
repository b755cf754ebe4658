package dev.rollcall.analyzer.model;

import java.util.regex.Pattern;

/**
 * Tells from an error's text that it follows from what became of another rank, and is nobody's own fault.
 *
 * <p>The words are those of Gloo's TCP transport, of NCCL, of MPI's TCP layers and of the operating system's socket errors.
 */
public final class PeerLoss {
    private static final Pattern CLOSED = Pattern.compile(
            "connection (was )?(closed|reset|refused|aborted)|broken pipe|peer closed|pair closure|remote process exited"
                    + "|socket closed",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern TIMED_OUT = Pattern.compile("timed? ?-?out", Pattern.CASE_INSENSITIVE);
    private static final Pattern TRANSPORT =
            Pattern.compile("enforce fail|gloo/transport|preamble|nccl.*remote", Pattern.CASE_INSENSITIVE);

    private PeerLoss() {}

    /** Returns whether an error says that the connection to a peer went away. */
    public static boolean closed(String error) {
        return CLOSED.matcher(error).find();
    }

    /** Returns whether an error says that a peer did not come in time, and not that a connection went away. */
    public static boolean timedOut(String error) {
        return !closed(error) && TIMED_OUT.matcher(error).find();
    }

    /**
     * Returns whether an error is one of the transport's, which strikes whoever happens to receive: a connection that went
     * away, a peer that did not come, bytes of another size than was expected.
     */
    public static boolean anyOf(String error) {
        return closed(error)
                || TIMED_OUT.matcher(error).find()
                || TRANSPORT.matcher(error).find();
    }
}
