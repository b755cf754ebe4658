package dev.rollcall.analyzer.model;

import java.util.regex.Pattern;

/**
 * Recognizes error texts of a lost peer, which follow from another rank's failure.
 *
 * <p>The texts are those of Gloo's TCP transport, of NCCL, of PyTorch's store and distributed checkpoints, of MPI, of Ray and of the
 * operating system's socket errors.
 */
public final class PeerLoss {
    private static final Pattern CLOSED = Pattern.compile(
            "connection (was )?(likely )?(closed|reset|refused|aborted)|broken pipe|peer closed|pair closure"
                    + "|remote process exited|socket closed|caused connection abort",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern TIMED_OUT = Pattern.compile("timed? ?-?out", Pattern.CASE_INSENSITIVE);
    private static final Pattern TRANSPORT = Pattern.compile(
            "enforce fail|gloo/transport|preamble|nccl.*remote|unhandled system error|communicator was aborted"
                    + "|failed to connect|connect to \\S+ failed|no route to host|network is unreachable"
                    + "|completion from peer|message truncated|nccl.*internal error|checkpointexception|actordiederror|mpi_err_proc_failed",
            Pattern.CASE_INSENSITIVE);

    /** What makes of another rank, in words or by its number, the one that failed; sizes of tensors are ranks, too. */
    private static final Pattern ANOTHER = Pattern.compile(
            "\\banother (?:rank|process|worker|node|host)\\b"
                    + "|\\b(?:(?:on|from|by|at|and|peer)(?: rank| worker| pe)|peer) ?#?(\\d{1,7})\\b"
                    + "|\\b(?:rank|worker|pe) ?#?(\\d{1,7}) (?:sent|failed|died|is|was|has|did|does|not|never|reported|exited|raised)\\b",
            Pattern.CASE_INSENSITIVE);

    private PeerLoss() {}

    /** Returns whether an error that a rank raised says that something is wrong with another rank. */
    public static boolean namesAnother(String error, int rank) {
        return ANOTHER.matcher(error).results().anyMatch(found -> {
            String number = found.group(1) == null ? found.group(2) : found.group(1);
            return number == null || Integer.parseInt(number) != rank;
        });
    }

    /** Returns whether an error says that the connection to a peer was lost. */
    public static boolean closed(String error) {
        return CLOSED.matcher(error).find();
    }

    /** Returns whether an error says that a peer did not arrive in time, and not that a connection was lost. */
    public static boolean timedOut(String error) {
        return !closed(error) && TIMED_OUT.matcher(error).find();
    }

    /**
     * Returns whether the transport reports the error, whichever rank it strikes: a lost connection, a timeout, bytes of an
     * unexpected size, or what another rank reported.
     */
    public static boolean anyOf(String error) {
        return closed(error)
                || TIMED_OUT.matcher(error).find()
                || TRANSPORT.matcher(error).find();
    }
}
