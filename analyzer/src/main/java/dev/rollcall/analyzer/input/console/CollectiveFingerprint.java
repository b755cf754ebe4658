package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.pytorch.ElementTypes;
import dev.rollcall.analyzer.model.Signature;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a rank says of its own call in an error of {@code TORCH_DISTRIBUTED_DEBUG=DETAIL} (ProcessGroupWrapper.cpp): {@code Detected
 * mismatch between collectives on ranks. Rank 1 is running collective: CollectiveFingerPrint(SequenceNumber=7, OpType=…}. Of the
 * other rank only the number is read: its call can be left over from another message. Immutable.
 *
 * @param rank the rank in the group, which is not named
 * @param other the other rank in the group; -1 where the line is cut
 * @param sequence the number of the call, from 1; 0 for versions that do not write it
 * @param signature the operation, the element type and the size of the first tensor
 * @param function c10d's name of the operation
 */
record CollectiveFingerprint(int rank, int other, long sequence, Signature signature, String function) {
    private static final Pattern FORM =
            Pattern.compile("Detected mismatch between collectives on ranks\\. Rank (\\d{1,7}) is running collective: "
                    + "CollectiveFingerPrint\\((?:SequenceNumber=(\\d{1,13}),? ?)?OpType=([A-Z_]{1,40})(?=[,)])"
                    + "(?:, TensorShape=\\[([\\d, ]{0,400})\\])?(?:, TensorDtypes=(\\w{1,40})(?=[,)]))?");

    private static final Pattern OTHER = Pattern.compile(", but Rank (\\d{1,7}) is running collective");

    /** Returns the fingerprint in a message; null if there is none. */
    static CollectiveFingerprint in(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.find()) {
            return null;
        }
        String type = found.group(5) == null ? null : ElementTypes.of(found.group(5));
        long count = found.group(4) == null ? -1 : elements(found.group(4));
        boolean scatter = found.group(3).equals("SCATTER");
        Matcher other = OTHER.matcher(text);
        // The wrapper checks a call before the group counts it.
        long sequence = found.group(2) == null ? 0 : Long.parseLong(found.group(2)) + 1;
        return new CollectiveFingerprint(
                Integer.parseInt(found.group(1)),
                other.find(found.end()) ? Integer.parseInt(other.group(1)) : -1,
                sequence,
                Operations.signature(found.group(3), type, scatter ? -1 : count, scatter ? count : -1),
                found.group(3));
    }

    private static long elements(String shape) {
        long elements = 1;
        for (String size : shape.split(",")) {
            String digits = size.strip();
            if (digits.length() > 18) {
                return -1;
            }
            long next = digits.isEmpty() ? 1 : Long.parseLong(digits);
            long high = Math.multiplyHigh(elements, next);
            elements *= next;
            if (high != 0 || elements < 0) {
                return -1;
            }
        }
        return elements;
    }
}
