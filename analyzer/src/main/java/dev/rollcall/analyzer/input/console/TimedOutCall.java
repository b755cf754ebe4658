package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The call of which the watchdog says that it took too long: {@code WorkNCCL(SeqNum=12, OpType=ALLREDUCE, NumelIn=1024,
 * NumelOut=1024, Timeout(ms)=600000) ran for 600013 milliseconds before timing out}. Immutable.
 *
 * @param sequence its number in its group
 * @param signature the operation and its sizes
 * @param function c10d's name of the operation
 * @param allowed how long the calls of its group may take, in nanoseconds
 * @param waited for how long it was under way, in nanoseconds; -1 where the line is cut
 */
record TimedOutCall(long sequence, Signature signature, String function, long allowed, long waited) {
    /** No job makes more calls; a larger number is damage. */
    static final long MOST_CALLS = 1L << 40;

    private static final Pattern FORM =
            Pattern.compile("Rank \\d{1,7}\\]\\s{1,4}Watchdog caught collective operation timeout: WorkNCCL\\("
                    + "SeqNum=(\\d{1,13}), OpType=(\\w{1,40})"
                    + "(?:, NumelIn=(\\d{1,15}), NumelOut=(\\d{1,15}))?,? ?(?:TensorShape=\\[[^\\]]*\\], )?Timeout\\(ms\\)=(\\d{1,12})\\)"
                    + "(?: ran for (\\d{1,12}) milliseconds)?");

    private static final long MILLISECOND = 1_000_000;

    /** Returns the call in a message; null if there is none. */
    static TimedOutCall in(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.find()) {
            return null;
        }
        long sequence = Long.parseLong(found.group(1));
        return sequence < 1 || sequence > MOST_CALLS
                ? null
                : new TimedOutCall(
                        sequence,
                        Operations.signature(
                                found.group(2), null, number(found.group(3), 1, -1), number(found.group(4), 1, -1)),
                        found.group(2),
                        number(found.group(5), MILLISECOND, -1),
                        number(found.group(6), MILLISECOND, -1));
    }

    private static long number(String digits, long unit, long otherwise) {
        return digits == null ? otherwise : Long.parseLong(digits) * unit;
    }

    /** Returns whether the call is a send or a receive, which has a number of its own kind. */
    boolean pointToPoint() {
        return OperationTraits.of(signature.operation()).pointToPoint();
    }
}
