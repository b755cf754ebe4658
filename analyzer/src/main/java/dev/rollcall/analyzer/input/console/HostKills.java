package dev.rollcall.analyzer.input.console;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel of a host, or Kubernetes, says of the first process that it killed for want of memory. No such line shows a rank. Not
 * thread-safe.
 *
 * <pre>
 * Nov 22 10:18:08 node3 kernel: Out of memory: Killed process 4711 (python) total-vm:5000kB
 * Reason: OOMKilled
 * </pre>
 */
final class HostKills {
    /** Words that each message has one of. */
    static final List<String> WORDS = List.of("Killed process ", "OOMKilled");

    private static final Pattern KERNEL = Pattern.compile("(?:(\\S{1,253}) kernel: .*)?"
            + "\\bKilled process (\\d{1,10}),? (?:UID \\d{1,10},? )?\\(([^()]{1,64})\\)");

    private String first = "";

    /**
     * Adds a line that has one of the words.
     *
     * @param host the host in its prefix; empty where none is
     */
    void add(String text, String host) {
        if (!first.isEmpty()) {
            return;
        }
        Matcher kernel = KERNEL.matcher(text);
        if (text.contains(WORDS.get(0)) && kernel.find()) {
            String where = kernel.group(1) == null ? host : kernel.group(1);
            first = "the kernel" + (where.isEmpty() ? "" : " of " + where) + " killed process " + kernel.group(2) + " ("
                    + kernel.group(3) + ") for want of memory";
        } else if (text.contains(WORDS.get(1))) {
            first = "Kubernetes ended a container that had too little memory (OOMKilled)";
        }
    }

    /** Returns the first kill, in a few words; empty for none. */
    String first() {
        return first;
    }

    void restarted() {
        first = "";
    }
}
