package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tells which signatures are one call.
 *
 * <p>Each signature is first reduced to what its operation makes all ranks agree on: a root's receive buffer, the
 * uneven shares of a gather or an all-to-all are left out. Of what remains, a field that either side does not record
 * does not vote, and a lost call agrees with everything. Not safe for use by several threads.
 */
public final class SignatureMatcher {
    private final InternTable<Signature> signatures;
    private final InternTable<Signature> ballots = new InternTable<>();
    private int[] codes = new int[0];
    private final Map<Long, Boolean> compared = new HashMap<>();

    /**
     * Compares the signatures of one job.
     *
     * @param signatures the job's table
     */
    public SignatureMatcher(InternTable<Signature> signatures) {
        this.signatures = signatures;
    }

    /** Returns a number that is equal for signatures which agree in all that must agree. */
    public int code(int signature) {
        if (signature >= codes.length) {
            grow(signature);
        }
        return codes[signature];
    }

    private void grow(int signature) {
        int known = codes.length;
        codes = Arrays.copyOf(codes, Math.max(signature + 1, signatures.size()));
        for (int id = known; id < codes.length; id++) {
            codes[id] = ballots.id(ballot(signatures.value(id)));
        }
    }

    /** Returns whether two calls, by their codes, may be one call. */
    public boolean same(int code, int other) {
        if (code == other) {
            return true;
        }
        long pair = (long) Math.min(code, other) << 32 | Math.max(code, other);
        return compared.computeIfAbsent(
                pair,
                ignored ->
                        differences(ballots.value(code), ballots.value(other)).isEmpty());
    }

    /** Returns whether the code stands for a call whose record was lost. */
    public boolean lost(int code) {
        return ballots.value(code).equals(Signature.LOST);
    }

    /** Returns the fields in which two signatures disagree, after what does not vote is left out. */
    public static Set<SignatureField> differences(Signature left, Signature right) {
        Set<SignatureField> fields = EnumSet.noneOf(SignatureField.class);
        if (left.equals(Signature.LOST) || right.equals(Signature.LOST)) {
            return fields;
        }
        if (!left.operation().equals(right.operation())) {
            fields.add(SignatureField.OPERATION);
            return fields;
        }
        Signature a = ballot(left);
        Signature b = ballot(right);
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
     * Reduces a signature to what must agree. Sources: the MPI standard's chapter on collectives ("the amount of data
     * sent must be equal to the amount of data received, pairwise"), and c10d's uneven all_gather and reduce_scatter,
     * whose totals agree while their shares do not.
     */
    private static Signature ballot(Signature s) {
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
