package dev.rollcall.analyzer.input.console;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How an attempt of a job begins in a console: what was written before it is of an earlier one. torchelastic says that it starts the
 * processes again and counts the attempts from 0, torchrun warns before the first attempt of each of its runs, and a shell shows the
 * command that starts a launcher. Stateless and thread-safe.
 */
final class AttemptBeginning {
    private static final String AGAIN = "will restart worker group";
    private static final String COUNT = "restart_count=";
    private static final String WARNING = "Setting OMP_NUM_THREADS environment variable for each process";
    private static final String ACCELERATE = "accelerate launch";

    /** Words that each line of a launcher has one of. */
    static final List<String> WORDS = List.of(AGAIN, COUNT, WARNING);

    /** Words that each command has one of. */
    static final List<String> COMMAND_WORDS =
            List.of(ACCELERATE, "torchrun", "torch.distributed.run", "torch.distributed.launch");

    private static final Pattern FORM = Pattern.compile(AGAIN + "|" + COUNT + "\\d|" + WARNING);

    /** A command as {@code set -x}, or a terminal with a prompt, shows it. */
    private static final Pattern COMMAND = Pattern.compile(
            "(?:\\+{1,9}|(?:\\([\\w.-]{1,50}\\) )?[^\\s\"'`]{0,100}\\$) (?:\\w{1,50}=\\S{0,200} ){0,20}(?:exec )?"
                    + "(?:\\S{0,200}/)?(?:torchrun|" + ACCELERATE
                    + "|python[\\d.]{0,5} (?:-u )?-m torch\\.distributed\\.(?:run|launch))(?: .*)?$");

    private AttemptBeginning() {}

    /**
     * Returns whether a line begins an attempt.
     *
     * @param kinds what its words show
     * @param rank the rank that wrote it; -1 where none did, as of a launcher's lines and a shell's
     */
    static boolean isIn(String text, Set<MessageKind> kinds, int rank) {
        return kinds.contains(MessageKind.ATTEMPT) && FORM.matcher(text).find()
                || kinds.contains(MessageKind.LAUNCH_COMMAND)
                        && rank < 0
                        && COMMAND.matcher(text).lookingAt();
    }
}
