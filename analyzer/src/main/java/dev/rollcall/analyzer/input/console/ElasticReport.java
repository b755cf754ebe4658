package dev.rollcall.analyzer.input.console;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What torchrun says of the processes that it started on one host. Not thread-safe. */
final class ElasticReport {
    /**
     * Words that each message has one of: about a process that it ends because another one has failed, about a process that failed
     * first, and about a signal to torchrun itself that ends the job.
     */
    static final List<String> WORDS = List.of(" closing signal SIG", "failed (exitcode: ", " death signal");

    private static final Pattern INTERRUPTED = Pattern.compile(
            "Received (?:Signals\\.)?(?:SIG(?:INT|TERM|HUP|QUIT)|\\d{1,2}) death signal|closing signal SIGINT");
    private static final Pattern CLOSED = Pattern.compile("Sending process (\\d{1,10}) closing signal (SIG\\w{2,8})");
    private static final Pattern FELL =
            Pattern.compile("failed \\(exitcode: -?\\d{1,9}\\) local_rank: (\\d{1,7}) \\(pid: (\\d{1,10})\\)");

    private final Set<Long> closed = new HashSet<>();
    private final Set<Long> fallen = new HashSet<>();
    private final Set<Long> listed = new HashSet<>();
    private boolean interrupted;

    /** Adds a message. */
    void add(String text) {
        // What ends while torchrun already ends the processes says nothing of why.
        interrupted |= closed.isEmpty() && INTERRUPTED.matcher(text).find();
        Matcher found = CLOSED.matcher(text);
        if (found.find() && closed.size() < ReportedRanks.MOST) {
            closed.add(Long.parseLong(found.group(1)));
        }
        found = FELL.matcher(text);
        if (found.find() && fallen.size() < ReportedRanks.MOST) {
            fallen.add(Long.parseLong(found.group(2)));
        }
    }

    /** Returns whether torchrun ended a process. */
    boolean ended(long pid) {
        return closed.contains(pid);
    }

    /** Returns whether torchrun began to end the processes. */
    boolean ending() {
        return !closed.isEmpty();
    }

    /** Returns whether a signal ended torchrun before it ended a process. */
    boolean interrupted() {
        return interrupted;
    }

    /** Adds a process of the table at the end. */
    void addListed(long pid) {
        if (listed.size() < ReportedRanks.MOST) {
            listed.add(pid);
        }
    }

    /** Returns the processes that torchrun started, as far as it mentions them. */
    Set<Long> pids() {
        Set<Long> all = new HashSet<>(closed);
        all.addAll(fallen);
        all.addAll(listed);
        return all;
    }

    /** Returns how many processes it mentions. */
    int processes() {
        Set<Long> all = new HashSet<>(closed);
        all.addAll(fallen);
        return all.size();
    }

    void restarted() {
        closed.clear();
        fallen.clear();
        listed.clear();
        interrupted = false;
    }
}
