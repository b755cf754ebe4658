package dev.rollcall.analyzer.input.nccl;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A warning about a connection that failed. The process that writes it is the one that goes on: the header of the line says nothing
 * about the other end. The forms are those of {@code misc/socket.cc} and {@code transport/net_ib} in NCCL 2.10 to 2.30. A completion of
 * InfiniBand with an error of the own side ({@code IBV_WC_LOC_…}, {@code IBV_WC_MW_BIND_ERR} in verbs.h) says nothing about the peer.
 *
 * <pre>
 * socketProgress: Connection closed by remote peer node3.cluster&lt;43210&gt;
 * NET/IB : Got completion from peer 10.0.0.5&lt;43210&gt; with status=IBV_WC_RETRY_EXC_ERR(12) opcode=0
 * socketPollConnect: connect to 10.0.0.5&lt;43210&gt; returned Connection refused, exceeded error retry count after 35 attempts
 * </pre>
 *
 * @param host the name or the address of the other end's host
 * @param port the port of the other end
 */
record FailedConnection(String host, int port) {
    private static final String PEER = "([\\w.:%-]{1,253})<(\\d{1,5})>";
    private static final Pattern FORM = Pattern.compile("Connection closed by remote peer " + PEER
            + "|Got completion from peer " + PEER + " with (?:error |status=)(?!(?:\\w{1,40}\\()?[0-468]\\b)"
            + "|[Cc]onnect to " + PEER + " (?:failed\\b|returned \\d|.{0,200}exceeded )");
    private static final int FORMS = 3;

    /** Returns the connection that a message reports as failed; null for any other message. */
    static FailedConnection in(String text) {
        Matcher found = text.indexOf('<') < 0 ? null : FORM.matcher(text);
        if (found == null || !found.find()) {
            return null;
        }
        for (int form = 0; form < FORMS; form++) {
            if (found.group(2 * form + 1) != null) {
                return new FailedConnection(found.group(2 * form + 1), Integer.parseInt(found.group(2 * form + 2)));
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return host + "<" + port + ">";
    }
}
