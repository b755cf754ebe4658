package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Decides which signatures may belong to one call.
 *
 * <p>A signature is first reduced to the fields on which its operation makes all ranks agree; {@link OperationTraits} says
 * which. Of the rest, a field that either signature lacks is not compared, and a lost call agrees with every call. Not
 * thread-safe.
 */
public final class SignatureMatcher {
    private static final int COMPARED = 1 << 16;

    /** The bit of a pair that says whether its codes may belong to one call; codes are not negative and leave it free. */
    private static final long SAME = 1L << 31;

    private final InternTable<Signature> signatures;
    private final InternTable<Signature> reduced = new InternTable<>();
    private int[] codes = new int[0];
    /** The results for the pairs of codes that were compared last; a job can have more pairs than memory. */
    private final long[] compared = new long[COMPARED];

    /**
     * Makes a matcher for the signatures of one job.
     *
     * @param signatures the job's table; it may grow afterwards
     */
    public SignatureMatcher(InternTable<Signature> signatures) {
        this.signatures = signatures;
    }

    /** Returns a code for a signature's number in the job's table; signatures with equal reduced fields have equal codes. */
    int code(int signature) {
        if (signature >= codes.length) {
            grow(signature);
        }
        return codes[signature];
    }

    private void grow(int signature) {
        int known = codes.length;
        codes = Arrays.copyOf(codes, Math.max(signature + 1, signatures.size()));
        for (int id = known; id < codes.length; id++) {
            codes[id] = reduced.id(reduce(signatures.value(id)));
        }
    }

    /** Returns whether signatures with these codes may belong to one call. */
    boolean same(int code, int other) {
        if (code == other) {
            return true;
        }
        long pair = (long) Math.min(code, other) << 32 | Math.max(code, other);
        int place = Long.hashCode(pair * 0x9E3779B97F4A7C15L) & COMPARED - 1;
        if ((compared[place] & ~SAME) != pair) {
            boolean same =
                    differences(reduced.value(code), reduced.value(other)).isEmpty();
            compared[place] = same ? pair | SAME : pair;
        }
        return (compared[place] & SAME) != 0;
    }

    /** Returns whether a code stands for calls whose records were lost. */
    boolean lost(int code) {
        return reduced.value(code).equals(Signature.LOST);
    }

    /** Returns the fields that keep two signatures from belonging to one call; empty where they may. */
    static Set<SignatureField> differences(Signature left, Signature right) {
        Set<SignatureField> fields = EnumSet.noneOf(SignatureField.class);
        if (left.equals(Signature.LOST) || right.equals(Signature.LOST)) {
            return fields;
        }
        if (!left.operation().equals(right.operation())) {
            fields.add(SignatureField.OPERATION);
            return fields;
        }
        Signature a = reduce(left);
        Signature b = reduce(right);
        if (a.elementType() != null
                && b.elementType() != null
                && !a.elementType().equals(b.elementType())) {
            fields.add(SignatureField.ELEMENT_TYPE);
        }
        if (differ(a.count(), b.count(), -1) || differ(a.outputCount(), b.outputCount(), -1)) {
            fields.add(SignatureField.COUNT);
        }
        if (a.reduction() != null && b.reduction() != null && !a.reduction().equals(b.reduction())) {
            fields.add(SignatureField.REDUCTION);
        }
        if (differ(a.root(), b.root(), -1)) {
            fields.add(SignatureField.ROOT);
        }
        if (differ(a.splits(), b.splits(), 0)) {
            fields.add(SignatureField.SPLITS);
        }
        return fields;
    }

    private static boolean differ(long left, long right, long absent) {
        return left != absent && right != absent && left != right;
    }

    /**
     * Reduces a signature to what must agree. Totals must agree although shares may differ: the MPI standard requires that
     * "the amount of data sent must be equal to the amount of data received, pairwise", and c10d has uneven all_gather and
     * reduce_scatter.
     */
    private static Signature reduce(Signature s) {
        OperationTraits traits = s.traits();
        boolean uneven = s.splits() != 0;
        long count = -1;
        long outputCount = -1;
        long splits = 0;
        switch (traits.counts()) {
            case NO_BUFFER -> {
                return Signature.of(s.operation());
            }
            case ANY -> {}
            case INPUT -> count = s.count();
            case INPUT_UNLESS_SPLIT -> count = uneven ? -1 : s.count();
            case OUTPUT_UNLESS_SPLIT -> outputCount = uneven ? -1 : s.outputCount();
            case TOTAL_OUTPUT -> {
                splits = s.splits();
                outputCount = s.outputCount();
                count = outputCount >= 0 || uneven ? -1 : s.count();
            }
            case TOTAL_INPUT -> {
                splits = s.splits();
                count = s.count();
                outputCount = count >= 0 || uneven ? -1 : s.outputCount();
            }
        }
        boolean unknown = traits == OperationTraits.UNKNOWN;
        return new Signature(
                s.operation(),
                s.elementType(),
                count,
                outputCount,
                traits.reducing() || unknown ? s.reduction() : null,
                traits.rooted() || unknown ? s.root() : -1,
                -1,
                splits);
    }
}
