package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.PeerLoss;
import java.util.HashSet;
import java.util.Set;

/**
 * The exceptions that may have ended ranks: an exception that a program wrote and went on after did not, nor is one a failure that
 * follows from the end of the whole job by a person or a scheduler. Not thread-safe.
 */
final class RankExceptions {
    private static final int LONGEST_REASON = 300;

    /** Lines in which a rank whose exception was read shows that its program goes on; a parser must not want lines for ever. */
    private static final int MOST_LATER_LINES = 1 << 16;

    /** A rank draws fewer progress bars at once. */
    private static final int MOST_BARS = 16;

    private static final String LAUNCHER_MODULE = "torch.distributed.elastic.";

    private final ReportedRanks ranks;
    private final LauncherReports launchers;
    /** The ranks of which the next exception follows from the last one. */
    private final Set<Integer> chained = new HashSet<>();
    /** The ranks that wrote an exception which may not have ended them, and nothing since. */
    private final Set<Integer> mayGoOn = new HashSet<>();
    /** The ranks that a signal from the keyboard ended. */
    private final Set<Integer> interruptedRanks = new HashSet<>();
    /** How many lines were read after the last traceback. */
    private int laterLines;

    /** When a person, or the scheduler, ended the job; null where none did. */
    private Moment interruption;

    RankExceptions(ReportedRanks ranks, LauncherReports launchers) {
        this.ranks = ranks;
        this.launchers = launchers;
    }

    /**
     * Notes that a line was read. Returns whether lines without a word of the parser can show that a rank goes on of which an exception
     * was read.
     */
    boolean awaitMoreAfterLine() {
        laterLines++;
        return laterLines < MOST_LATER_LINES && (!mayGoOn.isEmpty() || !interruptedRanks.isEmpty());
    }

    /** Returns whether a line of a rank's program can show that it goes on. */
    boolean awaitLine(int rank) {
        ReportedRank facts = ranks.known(rank);
        return facts != null && facts.raised != null || interruptedRanks.contains(rank);
    }

    /**
     * Notes that the program of a rank wrote a line, so that nothing before ended it.
     *
     * @param byRankPrefix whether {@code [rank3]:} stands before the line: then it is not only PyTorch that writes this
     */
    void goesOn(int rank, boolean byRankPrefix) {
        ReportedRank facts = ranks.known(rank);
        if (facts != null && facts.raised != null && (byRankPrefix || !facts.raised.uncaught())) {
            drop(rank, facts);
        }
        if (interruptedRanks.remove(rank) && !isInterrupted()) {
            interruption = null;
        }
    }

    /** Returns whether a progress bar of a rank moved since an exception of the rank was read. */
    boolean moves(int rank, ProgressBar bar) {
        ReportedRank facts = ranks.known(rank);
        if (facts == null || facts.raised == null && !interruptedRanks.contains(rank)) {
            return false;
        }
        Set<ProgressBar> drawn = facts.drawnSinceException;
        drawn.add(bar);
        boolean moved =
                drawn.stream().filter(other -> other.kind().equals(bar.kind())).count() > ProgressBar.MOST_AT_END;
        if (drawn.size() > MOST_BARS) {
            drawn.clear();
        }
        return moved;
    }

    private void drop(int rank, ReportedRank facts) {
        facts.raised = null;
        facts.drawnSinceException.clear();
        mayGoOn.remove(rank);
    }

    private boolean isInterrupted() {
        return launchers.interrupted() || !interruptedRanks.isEmpty();
    }

    /** Forgets exceptions about helper processes that end, if somebody just ended the whole job, helpers included. */
    void noteInterruption(Moment now) {
        if (interruption == null && isInterrupted()) {
            interruption = now;
            for (int rank : ranks.numbers()) {
                ReportedRank facts = ranks.known(rank);
                if (facts.raised != null && facts.raised.canFollow(interruption)) {
                    drop(rank, facts);
                }
            }
        }
    }

    /** Returns whether a person or the scheduler ended the job. */
    boolean areInterrupted() {
        return interruption != null;
    }

    /** Notes that the next exception of a rank follows from the last one. */
    void chained(int rank) {
        if (ranks.allows(rank)) {
            chained.add(rank);
        }
    }

    /** Adds a traceback that a rank wrote. The program went on after an earlier one, unless that is known to have ended it. */
    void add(int rank, Traceback traceback) {
        laterLines = 0;
        ReportedRank known = ranks.known(rank);
        RaisedException before = known == null ? null : known.raised;
        boolean chainedTo = chained.remove(rank) && before != null;
        if (!traceback.ofProgram() || traceback.type().startsWith(LAUNCHER_MODULE)) {
            return;
        }
        boolean byKeyboard = traceback.type().equals(Traceback.KEYBOARD);
        if (chainedTo && !byKeyboard || before != null && before.uncaught() && !traceback.uncaught()) {
            return;
        }
        if (before != null) {
            drop(rank, known);
        }
        if (byKeyboard) {
            if (rank < ReportedRanks.MOST) {
                interruptedRanks.add(rank);
                noteInterruption(traceback.moment());
            }
        } else if (aboutCalls(traceback.message())) {
            ranks.of(rank).reportStack = ranks.share(traceback.stack(), CallStack.UNKNOWN);
        } else if (!ofLauncher(traceback.type())
                && !traceback.follows()
                && (!traceback.raisedByCall() || PeerLoss.anyOf(traceback.message()))) {
            add(
                    rank,
                    traceback.type(),
                    traceback.mainMessage(),
                    traceback.stack(),
                    traceback.uncaught(),
                    traceback.moment());
        }
    }

    /** Adds the traceback that a process of torchrun's table wrote down. */
    void addListed(int rank, Traceback written) {
        if (written.complete() && !aboutCalls(written.message()) && !ofLauncher(written.type())) {
            add(rank, written.type(), written.mainMessage(), written.stack(), true, Moment.UNKNOWN);
        }
    }

    /**
     * Adds an exception.
     *
     * @param uncaught whether it is known to have ended the program
     * @param moment when it was written
     */
    void add(int rank, String type, String message, CallStack stack, boolean uncaught, Moment moment) {
        if (!ranks.allows(rank)) {
            return;
        }
        String name = type.substring(type.lastIndexOf('.') + 1);
        String text = message.length() > LONGEST_REASON ? message.substring(0, LONGEST_REASON) + "…" : message;
        RaisedException raised = new RaisedException(
                ranks.share(text.isEmpty() ? name : name + " \"" + text + "\"", name),
                ranks.share(stack, CallStack.UNKNOWN),
                uncaught,
                moment);
        ReportedRank known = ranks.known(rank);
        boolean later = !uncaught && known != null && known.raised != null && known.raised.uncaught();
        if (later || raised.canFollow(interruption)) {
            return;
        }
        ranks.of(rank).raised = raised;
        ranks.of(rank).drawnSinceException.clear();
        if (uncaught) {
            mayGoOn.remove(rank);
        } else {
            mayGoOn.add(rank);
        }
    }

    /** Whether an exception shows that a launcher or a user ended the program. */
    private static boolean ofLauncher(String type) {
        return type.startsWith(LAUNCHER_MODULE) || type.equals("SystemExit") || type.equals(Traceback.KEYBOARD);
    }

    /** Whether an exception reports that calls of several ranks do not fit: it is read as such, and ends the program only then. */
    private static boolean aboutCalls(String message) {
        return message.contains(MessageKind.FINGERPRINT.word()) || message.contains("monitoredBarrier");
    }

    void restarted() {
        chained.clear();
        mayGoOn.clear();
        interruptedRanks.clear();
        interruption = null;
    }
}
