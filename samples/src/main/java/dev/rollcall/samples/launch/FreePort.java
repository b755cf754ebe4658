package dev.rollcall.samples.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds a port for the ranks to meet at. */
final class FreePort {

    /** Below the range from which the system gives out ports of its own, so that none of those takes it meanwhile. */
    private static final int FIRST = 15_000;

    private static final int END = 32_000;
    private static final int TRIES = 100;

    private FreePort() {}

    /**
     * Returns a port of the loopback address that nobody listens at now.
     *
     * @throws IOException if none was found
     */
    static int find() throws IOException {
        IOException last = null;
        for (int attempt = 0; attempt < TRIES; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                last = taken;
            }
        }
        throw new IOException("no free port between " + FIRST + " and " + END, last);
    }
}
