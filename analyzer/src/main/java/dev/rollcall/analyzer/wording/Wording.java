package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Locale;

/** The words of the sentences: ranks, calls, places, numbers and times, said in one way everywhere. */
final class Wording {
    private static final List<String> NUMBERS = List.of(
            "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");
    private static final int LONGEST_EXCEPTION = 160;
    private static final int MOST_RANK_WORDS = 5;

    private Wording() {}

    /** Returns {@code Rank 0}, {@code Ranks 0 and 2} or {@code Ranks 0, 2 and 5–7}. */
    static String ranks(List<Integer> ranks) {
        return RankText.title(ranks);
    }

    /** Returns the same as {@link #ranks} for use inside a sentence. */
    static String lowerRanks(List<Integer> ranks) {
        return RankText.describe(ranks);
    }

    /** Returns the same as {@link #lowerRanks} in a few words: of many, only how many. */
    static String shortRanks(List<Integer> ranks) {
        String text = lowerRanks(ranks);
        return Sentence.words(text) > MOST_RANK_WORDS ? grouped(ranks.size()) + " ranks" : text;
    }

    /** Returns {@code a}, {@code a and b} or {@code a, b and c}. */
    static String list(List<String> parts) {
        int last = parts.size() - 1;
        return last < 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    /** Returns the word for one rank or the word for several. */
    static String either(List<Integer> ranks, String one, String several) {
        return ranks.size() == 1 ? one : several;
    }

    /** Returns {@code its} or {@code their}. */
    static String whose(List<Integer> ranks) {
        return either(ranks, "its", "their");
    }

    /** Returns the text with its first letter large. */
    static String capital(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** Returns {@code 1,024}. */
    static String grouped(long number) {
        return NumberText.grouped(number);
    }

    /** Returns a small number as a word, a large one with its thousands separated. */
    static String number(long number) {
        return number >= 0 && number < NUMBERS.size() ? NUMBERS.get((int) number) : grouped(number);
    }

    /** Returns {@code a barrier}, {@code an all_reduce}. */
    static String withArticle(String noun) {
        return ("aeio".indexOf(noun.charAt(0)) >= 0 ? "an " : "a ") + noun;
    }

    /** Returns {@code all_reduce, call 6 on `world`}, or {@code the creation of `world`}. */
    static String in(Wait wait) {
        String name = '`' + wait.communicator().name() + '`';
        if (wait.joining()) {
            return "the creation of " + name;
        }
        boolean lost = wait.call().signature().equals(Signature.LOST);
        return (lost ? "" : wait.call().signature().operation() + ", ")
                + wait.communicator().callName(wait.call()) + " on " + name;
    }

    /** Returns {@code all_reduce on `world`}, {@code call 7 on `world`} where the operation is unknown, or the creation. */
    static String operationOn(Wait wait) {
        String name = '`' + wait.communicator().name() + '`';
        if (wait.joining()) {
            return "the creation of " + name;
        }
        boolean lost = wait.call().signature().equals(Signature.LOST);
        return (lost
                        ? wait.communicator().callName(wait.call())
                        : wait.call().signature().operation())
                + " on " + name;
    }

    /** Returns {@code all_reduce(1 × f32, sum) at Trainer.evaluate (Trainer.java:88)}. */
    static String callAndPlace(Call call) {
        return call.signature().describe() + at(call.stack());
    }

    /** Returns the same of a call on a communicator, with a peer's global rank: {@code send(16 × f32, to 5) at …}. */
    static String callAndPlace(Communicator communicator, Call call) {
        return communicator.describe(call.signature()) + at(call.stack());
    }

    /** Returns {@code  at Trainer.evaluate (Trainer.java:88)}, empty where the place is unknown. */
    static String at(CallStack stack) {
        StackFrame frame = stack.siteFrame();
        return frame == null ? "" : " at " + frame.shortMethod() + " (" + frame.place() + ")" + through(stack);
    }

    /** Returns {@code , through Comm.allGather}, empty where the call goes through no shared wrapper. */
    private static String through(CallStack stack) {
        return stack.wrapper().map(frame -> ", through " + frame.shortMethod()).orElse("");
    }

    /** Returns {@code  at Trainer.java:88}, empty where the place is unknown. */
    static String shortAt(CallStack stack) {
        StackFrame frame = stack.siteFrame();
        return frame == null ? "" : " at " + frame.place();
    }

    /** Returns {@code 1,024 × f32}, or {@code 1,024 elements} where the type is unknown. */
    static String size(Signature signature) {
        long count = signature.count() >= 0 ? signature.count() : signature.outputCount();
        return grouped(count) + (signature.elementType() == null ? " elements" : " × " + signature.elementType());
    }

    /** Returns {@code  (Trainer.java:88)}, with the shared wrapper if there is one; empty where the place is unknown. */
    static String place(CallStack stack) {
        StackFrame frame = stack.siteFrame();
        return frame == null ? "" : " (" + frame.place() + through(stack) + ")";
    }

    /** Returns an exception's class and the beginning of its message: native libraries append pages of frames. */
    static String brief(String exception) {
        int end = Math.min(exception.length(), LONGEST_EXCEPTION);
        int line = exception.indexOf('\n');
        end = line < 0 ? end : Math.min(end, line);
        if (end == exception.length()) {
            return exception;
        }
        String begun = exception.substring(0, end).strip();
        return begun + "…" + (begun.indexOf('"') >= 0 ? "\"" : "");
    }
}
