package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.scan.run.Event.Field;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.Map;
import java.util.Optional;

/** Compares what two calls of one operation must agree in. */
final class Agreement {
    private static final Map<Field, Cause> CAUSES = Map.of(
            Field.ROOT, Cause.ROOT_MISMATCH,
            Field.REDUCTION, Cause.REDUCE_OP_MISMATCH,
            Field.COUNT, Cause.SIZE_MISMATCH,
            Field.TYPE, Cause.DTYPE_MISMATCH);
    private static final int[] TRIALS = {1_009, 7};

    private final Oracle oracle;

    Agreement(Oracle oracle) {
        this.oracle = oracle;
    }

    /**
     * What two calls disagree in.
     *
     * @param cause the kind of failure
     * @param one the one call's value
     * @param other the other's
     * @param certain whether they differ for sure
     */
    record Disagreement(Cause cause, Value one, Value other, boolean certain) {}

    /** Returns the first disagreement; empty where there is none. */
    Optional<Disagreement> of(Event a, Event b) {
        OperationTraits traits = OperationTraits.of(a.operation());
        for (Field field : Field.values()) {
            boolean applies = switch (field) {
                case ROOT -> traits.rooted();
                case REDUCTION -> traits.reducing();
                case COUNT, TYPE -> true;
            };
            Value one = a.fields().get(field);
            Value other = b.fields().get(field);
            if (applies && one != null && other != null) {
                Boolean differ = differ(field, one, other);
                if (differ == null && field == Field.ROOT || Boolean.TRUE.equals(differ)) {
                    return Optional.of(new Disagreement(CAUSES.get(field), one, other, differ != null));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns whether two values differ; null where nobody can tell. */
    private Boolean differ(Field field, Value one, Value other) {
        String a = text(field, one);
        String b = text(field, other);
        if (a.equals(b)) {
            return false;
        }
        if (plain(one) && plain(other)) {
            return true;
        }
        Long first = trial(one, TRIALS[0]);
        Long second = trial(other, TRIALS[0]);
        if (first == null || second == null) {
            return null;
        }
        return !first.equals(second) && !trial(one, TRIALS[1]).equals(trial(other, TRIALS[1]));
    }

    /** Returns what a value reads as; a reduction by its name, however it is wrapped. */
    String text(Field field, Value value) {
        Value now = value instanceof Sym sym ? Folding.fold(sym, oracle) : value;
        if (now instanceof Const known && known.isNumber()) {
            return String.valueOf(known.content());
        }
        String key = now instanceof Const known ? String.valueOf(known.content()) : now.key();
        if (field == Field.REDUCTION || field == Field.TYPE) {
            String bare = key.replaceAll("[()]+$", "");
            return bare.replaceAll("^.*[.(]", "");
        }
        return key;
    }

    private boolean plain(Value value) {
        Value now = value instanceof Sym sym ? Folding.fold(sym, oracle) : value;
        return now instanceof Const
                || now instanceof Ext ext && !ext.nullable && ext.parts.stream().allMatch(this::plain);
    }

    /** Works an expression out with its unknown inputs taken to be some number each; null where it has other unknowns. */
    private Long trial(Value value, int number) {
        Value now = value instanceof Sym sym ? Folding.fold(sym, oracle) : value;
        if (now instanceof Const known) {
            return known.isNumber() ? known.number() : null;
        }
        if (!(now instanceof Sym sym) || sym.operation().equals(Sym.INPUT) && sym.ranked()) {
            return null;
        }
        if (sym.operation().equals(Sym.INPUT)) {
            return (long) (number + Math.floorMod(sym.key().hashCode(), 97));
        }
        if (sym.operands().size() != 2) {
            return null;
        }
        Long left = trial(sym.operands().get(0), number);
        Long right = trial(sym.operands().get(1), number);
        boolean small = sym.sort() == 'I';
        Const known =
                left == null || right == null ? null : Arithmetic.again(sym, number(left, small), number(right, small));
        return known == null ? null : known.number();
    }

    private static Const number(long number, boolean small) {
        return small ? Const.of((int) number) : Const.of(number);
    }
}
