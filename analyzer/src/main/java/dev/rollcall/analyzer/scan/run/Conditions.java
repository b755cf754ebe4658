package dev.rollcall.analyzer.scan.run;

import org.objectweb.asm.Opcodes;

/** Works out comparisons, and asks the oracle where the values do not tell. */
public final class Conditions {
    /** Unknown inputs inside an expression of the rank are tried as each of these numbers below. */
    private static final int TRIED = 3;

    private final Oracle oracle;
    private final Behaviour behaviour;

    /** Makes it for the run of one rank. */
    public Conditions(Oracle oracle, Behaviour behaviour) {
        this.oracle = oracle;
        this.behaviour = behaviour;
    }

    /** Returns whether a conditional jump is taken; takes its operands from the stack. */
    boolean jumps(Frame frame, int opcode, Oracle.Question question, long instance) {
        switch (opcode) {
            case Opcodes.IFNULL, Opcodes.IFNONNULL -> {
                boolean ifNull = opcode == Opcodes.IFNULL;
                return isNull(frame.pop(), ifNull ? question : negated(question), instance) == ifNull;
            }
            case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> {
                Value right = frame.pop();
                return same(frame.pop(), right, question, instance) == (opcode == Opcodes.IF_ACMPEQ);
            }
            default -> {
                boolean alone = opcode <= Opcodes.IFLE;
                Value right = alone ? Const.of(0) : frame.pop();
                Value left = frame.pop();
                int test = alone ? opcode - Opcodes.IFEQ : opcode - Opcodes.IF_ICMPEQ;
                return jumps(test, left, right, question, instance);
            }
        }
    }

    private static Oracle.Question negated(Oracle.Question question) {
        return new Oracle.Question(question.place(), !question.first(), question.free(), question.minor());
    }

    private boolean jumps(int test, Value left, Value right, Oracle.Question question, long instance) {
        // In the order of the opcodes: equal, not equal, less, at least, greater, at most.
        boolean negated = test == 1 || test == 3 || test == 4;
        Relation relation = test <= 1 ? Relation.EQUAL : test <= 3 ? Relation.LESS : Relation.AT_MOST;
        Oracle.Question asked = negated ? negated(question) : question;
        return compare(left, relation, right, asked, instance) != negated;
    }

    /** Returns whether a comparison holds. */
    public boolean compare(Value left, Relation relation, Value right, Oracle.Question question, long instance) {
        if (left instanceof Const a && right instanceof Const b && a.isNumber() && b.isNumber()) {
            return relation.holds(a.number(), b.number());
        }
        Value a = certain(left);
        Value b = certain(right);
        if (a != left || b != right) {
            return compare(a, relation, b, question, instance);
        }
        if (a instanceof Sym && b instanceof Sym && a.key().equals(b.key())) {
            return relation.holds(0, 0);
        }
        if (b instanceof Const constant && a instanceof Sym sym) {
            return unknown(sym, relation, constant.number(), question, instance);
        }
        if (a instanceof Const constant && b instanceof Sym sym) {
            return flipped(sym, relation, constant.number(), question, instance);
        }
        if (a instanceof Sym && b instanceof Sym) {
            return unknown(Sym.of("-", 'J', null, a, b), relation, 0, question, instance);
        }
        throw new Ended(Ended.Why.NOT_UNDERSTOOD);
    }

    /** Asks {@code constant relation sym} as a question about the unknown. */
    private boolean flipped(Sym sym, Relation relation, long constant, Oracle.Question question, long instance) {
        if (relation == Relation.EQUAL) {
            return unknown(sym, relation, constant, question, instance);
        }
        Relation opposite = relation == Relation.LESS ? Relation.AT_MOST : Relation.LESS;
        Oracle.Question asked =
                new Oracle.Question(question.place(), !question.first(), question.free(), question.minor());
        return !unknown(sym, opposite, constant, asked, instance);
    }

    private boolean unknown(Sym sym, Relation relation, long constant, Oracle.Question question, long instance) {
        boolean sum = sym.operation().equals("+") || sym.operation().equals("-");
        if (sum && sym.operands().get(0) instanceof Sym inner && sym.operands().get(1) instanceof Const offset) {
            long moved = sym.operation().equals("+") ? constant - offset.number() : constant + offset.number();
            return unknown(inner, relation, moved, question, instance);
        }
        if (sym.operation().equals("+")
                && sym.operands().get(0) instanceof Const offset
                && sym.operands().get(1) instanceof Sym inner) {
            return unknown(inner, relation, constant - offset.number(), question, instance);
        }
        if (sym.operation().equals("cmp") && constant == 0 && wholeNumbers(sym)) {
            return compare(sym.operands().get(0), relation, sym.operands().get(1), question, instance);
        }
        if (sym.ranked()) {
            behaviour.doubtful.add(instance);
        }
        behaviour.questions.put(instance, sym.key());
        return oracle.decide(sym.key(), relation, constant, question);
    }

    private static boolean wholeNumbers(Sym comparison) {
        return comparison.operands().stream()
                .allMatch(each -> each instanceof Sym sym
                        ? sym.sort() == 'J' || sym.sort() == 'I'
                        : each instanceof Const known && known.content() instanceof Long);
    }

    /**
     * Returns the constant that an expression of the rank must be by now; unknown inputs in it are tried out. Expressions
     * without the rank are the same on all ranks and stay what they are, so that all ranks ask the same question.
     */
    private Value certain(Value value) {
        if (value instanceof Sym sym && sym.ranked() && !sym.operation().equals(Sym.INPUT)) {
            tryInputs(sym);
            return Folding.fold(sym, oracle);
        }
        return value;
    }

    private void tryInputs(Sym sym) {
        for (Value each : sym.operands()) {
            if (each instanceof Sym input && input.operation().equals(Sym.INPUT) && !input.ranked()) {
                int tried = 0;
                while (!ask(input, tried) && tried < TRIED) {
                    tried++;
                }
            } else if (each instanceof Sym inner) {
                tryInputs(inner);
            }
        }
    }

    private boolean ask(Sym input, int tried) {
        Oracle.Question question = new Oracle.Question("input", tried != 0, tried < TRIED, false);
        return oracle.decide(input.key(), Relation.EQUAL, tried, question);
    }

    private boolean isNull(Value value, Oracle.Question question, long instance) {
        if (value instanceof Const constant) {
            return constant.content() == null;
        }
        if (value instanceof Ext ext && ext.nullable && ext.stands == null) {
            // Most things are there; only where a loop must end what it asks for is not.
            boolean first = !question.free() && question.first();
            Oracle.Question asked = new Oracle.Question(question.place(), first, question.free(), question.minor());
            behaviour.questions.put(instance, "null " + ext.identity());
            return oracle.decide("null " + ext.identity(), Relation.EQUAL, 1, asked);
        }
        return false;
    }

    private boolean same(Value left, Value right, Oracle.Question question, long instance) {
        if (left == right) {
            return true;
        }
        if (left instanceof Const a && a.content() == null) {
            return isNull(right, question, instance);
        }
        if (right instanceof Const b && b.content() == null) {
            return isNull(left, question, instance);
        }
        if (left instanceof Ext a && right instanceof Ext b) {
            boolean constants = !a.nullable && !b.nullable;
            return a.identity().equals(b.identity())
                    || !constants
                            && oracle.decide("same " + a.identity() + " " + b.identity(), Relation.EQUAL, 1, question);
        }
        if (left instanceof Const a && right instanceof Const b) {
            return a.content().equals(b.content());
        }
        return false;
    }
}
