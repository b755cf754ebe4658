package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Oracle.Question;
import dev.rollcall.analyzer.scan.run.Relation;
import dev.rollcall.analyzer.scan.run.Sym;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Decides over conditions, by what is known or by what the oracle says. */
final class Truth {
    private static final int LONGEST_LIST = 64;

    private final PythonRun run;
    /** Outcomes of comparisons that nobody understood. */
    private final Set<Value> doubted = Collections.newSetFromMap(new IdentityHashMap<>());

    /** What was asked to find the outcomes of comparisons. */
    private final Map<Value, String> questions = new IdentityHashMap<>();

    private long asked = Long.MIN_VALUE;
    private boolean checking;

    Truth(PythonRun run) {
        this.run = run;
    }

    /** Returns whether a value counts as true; where nobody knows, as true first. */
    boolean of(Value value, Node node, long instance) {
        boolean minor = !run.program.decides(run.now.file(), node);
        return of(value, question(node, false, true, minor), instance);
    }

    /** Returns whether a constant counts as true. */
    static boolean of(Const known) {
        return known.isNumber()
                ? !(known.content() instanceof Double real ? real == 0 : known.number() == 0)
                : known.content() != null && !"".equals(known.content());
    }

    /** Returns whether a value counts as true; the question is whether it is zero. */
    boolean of(Value value, Question question, long instance) {
        run.part(value);
        if (doubted.contains(value)) {
            run.behaviour.doubtful.add(instance);
        }
        if (questions.containsKey(value)) {
            run.behaviour.questions.put(instance, questions.get(value));
        }
        if (value instanceof Const known) {
            return of(known);
        }
        if (value instanceof Items items) {
            return !items.all.isEmpty();
        }
        if (value instanceof Mapping mapping) {
            return !mapping.keys.isEmpty();
        }
        Sym number = number(value);
        return number == null || !run.conditions.compare(number, Relation.EQUAL, Const.of(0L), question, instance);
    }

    /** Returns a value that nobody knows as a number; null where it is an object for sure. */
    private static Sym number(Value value) {
        if (value instanceof Unknown unknown) {
            return unknown.kind == Unknown.Kind.ANY || unknown.kind == Unknown.Kind.TENSOR ? unknown.number() : null;
        }
        return value instanceof Sym sym ? sym : null;
    }

    Question question(Node node, boolean first, boolean free, boolean minor) {
        return new Question(run.now.file().path() + "#" + node.number(), first, free && !checking, minor);
    }

    /** Works out what a check asserts: that it holds needs no second try. */
    Value checked(Supplier<Value> condition) {
        boolean before = checking;
        checking = true;
        try {
            return condition.get();
        } finally {
            checking = before;
        }
    }

    /** Returns whether a value is a constant, and nothing was assumed to find it. */
    boolean known(Value value) {
        return value instanceof Const && !questions.containsKey(value) && !doubted.contains(value);
    }

    /** Returns the outcome of one comparison, such as {@code ==} or {@code not in}. */
    Value compare(String operator, Value left, Value right, Node node) {
        long instance = asked++;
        run.part(left, right);
        boolean negated = operator.equals("!=") || operator.equals("is not") || operator.equals("not in");
        boolean holds = switch (operator) {
            case "==", "!=", "is", "is not", "<>" -> equal(left, right, node, instance);
            case "in", "not in" -> contains(right, left, node, instance);
            case "<" -> ordered(left, Relation.LESS, right, node, instance);
            case "<=" -> ordered(left, Relation.AT_MOST, right, node, instance);
            case ">" -> ordered(right, Relation.LESS, left, node, instance);
            default -> ordered(right, Relation.AT_MOST, left, node, instance);
        };
        Const outcome = new Const(holds != negated, Keys.ranked(left, right), run.open);
        if (run.behaviour.doubtful.remove(instance)) {
            doubted.add(outcome);
        }
        String question = run.behaviour.questions.remove(instance);
        if (question != null) {
            questions.put(outcome, question);
        }
        return outcome;
    }

    /** Says that a value was found by what was asked at a branch. */
    Value asking(Value value, long instance) {
        String question = run.behaviour.questions.get(instance);
        if (question != null) {
            questions.put(value, question);
        }
        return value;
    }

    /** Says that a value is as doubtful as those that it was made of. */
    Value doubtingly(Value value, Value... of) {
        for (Value each : of) {
            if (doubted.contains(each)) {
                doubted.add(value);
            }
            if (questions.containsKey(each)) {
                questions.putIfAbsent(value, questions.get(each));
            }
        }
        return value;
    }

    private boolean equal(Value left, Value right, Node node, long instance) {
        if (left == right) {
            return true;
        }
        if (left instanceof Const a && right instanceof Const b) {
            if (a.isNumber() && b.isNumber()) {
                return real(a) == real(b);
            }
            return a.content() == null ? b.content() == null : a.content().equals(b.content());
        }
        Value other = left instanceof Const ? right : left;
        Const known = left instanceof Const a ? a : right instanceof Const b ? b : null;
        Sym number = number(other);
        if (known != null && known.isNumber() && number != null) {
            return run.conditions.compare(number, Relation.EQUAL, known, question(node, true, true, false), instance);
        }
        if (left.key().equals(right.key())) {
            return true;
        }
        if (known != null && number == null) {
            return false;
        }
        boolean settled = left instanceof Library && right instanceof Library
                || left instanceof Items && right instanceof Items && plain(left) && plain(right);
        return !settled && decide("same " + left.key() + " " + right.key(), left, right, node, instance);
    }

    private static boolean plain(Value value) {
        return value instanceof Items items && items.all.stream().allMatch(Const.class::isInstance);
    }

    private static double real(Const known) {
        return known.content() instanceof Double real ? real : known.number();
    }

    private boolean decide(String question, Value left, Value right, Node node, long instance) {
        if (Keys.ranked(left, right)) {
            run.behaviour.doubtful.add(instance);
        }
        boolean none = left == Const.NULL || right instanceof Const known && known.content() == null;
        run.behaviour.questions.put(instance, question);
        return run.oracle.decide(Keys.shorten(question), Relation.EQUAL, 1, question(node, !none, true, false));
    }

    private boolean contains(Value container, Value value, Node node, long instance) {
        if (container instanceof Items items && items.all.size() <= LONGEST_LIST && value instanceof Const) {
            for (Value each : items.all) {
                if (equal(each, value, node, instance)) {
                    return true;
                }
            }
            return false;
        }
        if (container instanceof Mapping mapping && value instanceof Const) {
            return mapping.keys.containsKey(value.key());
        }
        if (container instanceof Const text && value instanceof Const part && text.content() instanceof String all) {
            return all.contains(String.valueOf(part.content()));
        }
        return decide("in " + value.key() + " " + container.key(), container, value, node, instance);
    }

    private boolean ordered(Value left, Relation relation, Value right, Node node, long instance) {
        if (left instanceof Const a && right instanceof Const b) {
            if (a.isNumber() && b.isNumber()) {
                return relation == Relation.LESS ? real(a) < real(b) : real(a) <= real(b);
            }
            int order = String.valueOf(a.content()).compareTo(String.valueOf(b.content()));
            return relation == Relation.LESS ? order < 0 : order <= 0;
        }
        Value a = left instanceof Const known && known.isNumber() ? whole(known) : number(left);
        Value b = right instanceof Const known && known.isNumber() ? whole(known) : number(right);
        if (a == null || b == null) {
            return decide(relation + " " + left.key() + " " + right.key(), left, right, node, instance);
        }
        try {
            return run.conditions.compare(a, relation, b, question(node, true, true, false), instance);
        } catch (Ended notUnderstood) {
            return decide(relation + " " + left.key() + " " + right.key(), left, right, node, instance);
        }
    }

    private static Const whole(Const known) {
        return new Const(known.number(), known.ranked(), known.origin());
    }
}
