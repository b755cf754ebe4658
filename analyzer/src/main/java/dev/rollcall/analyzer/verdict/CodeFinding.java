package dev.rollcall.analyzer.verdict;

import java.util.List;
import java.util.Locale;

/**
 * Code in which ranks part, found without running it. Immutable.
 *
 * @param level how sure the finding is
 * @param cause the kind of failure that would follow
 * @param type the binary name of the class; empty for files that hold no class
 * @param file the source file's name
 * @param line the line of the condition, from 1, or of the call where no condition is to blame; 0 where unknown
 * @param condition the text of the condition; empty where none is to blame
 * @param ranks the ranks of the smaller side, ascending, in a job of {@code world} ranks
 * @param world the world size that shows it
 * @param summary the finding in one sentence
 * @param why what makes it a warning or a note, in one clause
 * @param fingerprint names the finding in other builds, too, as long as its file, function, condition and call keep their names
 * @param calls the calls that differ, those of {@code ranks} first
 */
public record CodeFinding(
        Level level,
        Cause cause,
        String type,
        String file,
        int line,
        String condition,
        List<Integer> ranks,
        int world,
        String summary,
        String why,
        String fingerprint,
        List<CodeCall> calls) {

    /** How sure a finding is. */
    public enum Level {
        /** Ranks will call different things. */
        WARNING,
        /** Ranks may call different things. */
        NOTE;

        /** Returns the name that users see. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A call in the code. Immutable.
     *
     * @param operation the operation's name, such as {@code all_reduce}
     * @param stack where it is called, innermost first
     */
    public record CodeCall(String operation, List<CodePlace> stack) {
        /** Makes the list immutable. */
        public CodeCall {
            stack = List.copyOf(stack);
        }
    }

    /**
     * A line of code. Immutable.
     *
     * @param type the binary name of the class
     * @param method the method's name
     * @param file the source file's name
     * @param line from 1; 0 where unknown
     */
    public record CodePlace(String type, String method, String file, int line) {
        @Override
        public String toString() {
            return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
        }
    }

    /** Makes the lists immutable. */
    public CodeFinding {
        ranks = List.copyOf(ranks);
        calls = List.copyOf(calls);
    }
}
