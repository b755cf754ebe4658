package dev.rollcall.analyzer.align;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SignatureMatcherTest {

    private static Signature of(String operation, long count, long outputCount, String reduction, int root) {
        return new Signature(operation, "f32", count, outputCount, reduction, root, -1, 0);
    }

    private static void differ(Set<SignatureField> fields, Signature one, Signature other) {
        assertEquals(fields, SignatureMatcher.differences(one, other));
        assertEquals(fields, SignatureMatcher.differences(other, one));
    }

    @Test
    void comparesTheFieldsThatMustAgreeInAnAllReduce() {
        Signature call = of("all_reduce", 8, 8, "sum", -1);
        differ(Set.of(), call, of("all_reduce", 8, 8, "sum", -1));
        differ(EnumSet.of(SignatureField.COUNT), call, of("all_reduce", 9, 9, "sum", -1));
        differ(EnumSet.of(SignatureField.REDUCTION), call, of("all_reduce", 8, 8, "max", -1));
        differ(EnumSet.of(SignatureField.OPERATION), call, of("broadcast", 8, 8, null, 0));
    }

    @Test
    void doesNotCompareFieldsThatASourceLacks() {
        Signature full = of("broadcast", 8, 8, null, 3);
        Signature bare = new Signature("broadcast", null, -1, -1, null, -1, -1, 0);
        differ(Set.of(), full, bare);
    }

    @Test
    void matchesALostCallWithEveryCall() {
        differ(Set.of(), Signature.LOST, of("all_reduce", 8, 8, "sum", -1));
    }

    @Test
    void allowsTheRootOfAGatherALargerOutput() {
        differ(Set.of(), of("gather", 8, 32, null, 0), of("gather", 8, -1, null, 0));
        differ(EnumSet.of(SignatureField.ROOT), of("gather", 8, 32, null, 0), of("gather", 8, -1, null, 1));
    }

    @Test
    void allowsUnevenSharesOfEqualTotals() {
        differ(Set.of(), of("all_gather", 5, 12, null, -1), of("all_gather", 7, 12, null, -1));
        differ(Set.of(), of("reduce_scatter", 12, 5, "sum", -1), of("reduce_scatter", 12, 7, "sum", -1));
        differ(Set.of(), of("all_to_all", 5, 9, null, -1), of("all_to_all", 7, 3, null, -1));
        differ(EnumSet.of(SignatureField.COUNT), of("all_gather", 5, 20, null, -1), of("all_gather", 5, 24, null, -1));
    }

    /** There are more pairs than the matcher remembers. */
    @Test
    void comparesEachPairOfVeryManySignatures() {
        InternTable<Signature> table = new InternTable<>();
        for (int count = 0; count < 600; count++) {
            table.id(of("all_gather", count, count / 2, null, -1));
        }
        SignatureMatcher matcher = new SignatureMatcher(table);
        for (int round = 0; round < 2; round++) {
            for (int one = 0; one < 600; one++) {
                for (int other = 0; other < 600; other++) {
                    assertEquals(
                            one / 2 == other / 2,
                            matcher.same(matcher.code(one), matcher.code(other)),
                            one + " and " + other);
                }
            }
        }
    }
}
