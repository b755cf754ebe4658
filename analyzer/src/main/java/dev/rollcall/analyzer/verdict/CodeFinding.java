package dev.rollcall.analyzer.verdict;

import java.util.List;
import java.util.Locale;

/**
 * Code that sends ranks different ways, found without running it.
 *
 * @param level whether it is sure
 * @param cause the kind of failure that it leads to
 * @param type the class that it is in, with dots; empty where it is about a file that is no class
 * @param file the source file's name
 * @param line the line of the condition, or of the call where no condition is to blame; 0 where the class does not tell
 * @param condition the condition as the class file has it; empty where none is to blame
 * @param ranks the ranks that go the way that fewer go, ascending, in a job of {@code world} ranks
 * @param world the size of the job that shows it
 * @param summary one sentence
 * @param calls the calls that do not fit, the named ranks' first
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
        List<CodeCall> calls) {

    /** How sure a finding is. */
    public enum Level {
        /** Ranks will do different things. */
        WARNING,
        /** It could not be decided. */
        NOTE;

        /** Returns the name that users see. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A call in the code.
     *
     * @param operation the operation's label, such as {@code all_reduce}
     * @param stack where it is called, innermost first
     */
    public record CodeCall(String operation, List<CodePlace> stack) {
        /** Makes the list immutable. */
        public CodeCall {
            stack = List.copyOf(stack);
        }
    }

    /**
     * A line of code.
     *
     * @param type the class's name, with dots
     * @param method the method's name
     * @param file the source file's name
     * @param line from 1; 0 where the class does not tell
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
