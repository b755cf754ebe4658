package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Relation;
import dev.rollcall.analyzer.scan.run.Sym;
import dev.rollcall.analyzer.scan.run.Value;

/** Runs loops. One of unknown length goes round up to two times, one that never says when it ends a few times. */
final class Loops {
    private static final int ROUNDS = 2;
    private static final int ENDLESS = 8;
    private static final int MOST_ROUNDS = 60;
    private static final int REMAINDERS = 50;

    private final PythonRun run;
    private final Forking forking;

    Loops(PythonRun run, Forking forking) {
        this.run = run;
        this.forking = forking;
    }

    /** What is done in a round. */
    interface Body {
        void round(Value element);
    }

    void forEach(Node node) {
        Value all = run.expressions.of(node.child("right"));
        String text = "for " + node.child("left").oneLine() + " in "
                + node.child("right").oneLine();
        boolean broken = each(node, text, all, element -> {
            run.expressions.assignments().take(node.child("left"), element);
            run.statements.block(node.child("body"));
        });
        otherwise(node, broken);
    }

    private void otherwise(Node node, boolean broken) {
        Node otherwise = node.child("alternative");
        if (otherwise != null && !broken) {
            run.statements.block(otherwise.child("body"));
        }
    }

    /** Goes over all elements; returns whether a break ended it. */
    boolean each(Node node, String text, Value all, Body body) {
        return turn(
                node,
                text,
                (round, instance) -> more(node, all, round, instance),
                round -> body.round(element(all, round)));
    }

    void whileHolds(Node node) {
        Node condition = node.child("condition");
        boolean endless = condition.is("true", "integer");
        boolean broken = turn(
                node,
                condition.oneLine(),
                (round, instance) -> {
                    if (endless || round == MOST_ROUNDS) {
                        return round < ENDLESS;
                    }
                    Value value = run.expressions.of(condition);
                    run.part(value);
                    if (round >= run.oracle.rounds() && value instanceof Const && !value.ranked()) {
                        return false;
                    }
                    return run.truth.of(
                            value, run.truth.question(node, round >= ROUNDS, round < ROUNDS, false), instance);
                },
                round -> run.statements.block(node.child("body")));
        otherwise(node, broken);
    }

    private interface Test {
        boolean goesOn(int round, long instance);
    }

    private interface Turn {
        void take(int round);
    }

    private boolean turn(Node node, String text, Test test, Turn turn) {
        Object token = new Object();
        Object outer = run.now.loop;
        String rounds = run.now.rounds;
        run.now.loop = token;
        boolean broken = false;
        try {
            for (int round = 0; !broken; round++) {
                run.step();
                run.now.rounds = round == 0 ? rounds : rounds + "." + round;
                run.now.line = node.line();
                long instance = run.now.visit(node);
                boolean more = test.goesOn(round, instance);
                PythonSite site = new PythonSite(run.now.file(), node.number(), node.line(), text, true);
                run.open = Open.without(run.open, each -> each.frame == token && site.equals(each.site));
                forking.open(node, text, node.line(), true, instance, more ? 0 : 1, Forking.LOOP);
                if (!more) {
                    break;
                }
                try {
                    turn.take(round);
                } catch (Signal signal) {
                    if (signal.kind == Signal.Kind.BREAK) {
                        broken = true;
                    } else if (signal.kind != Signal.Kind.CONTINUE) {
                        throw signal;
                    }
                }
                forking.close(token, Forking.ROUND);
            }
        } finally {
            run.now.loop = outer;
            run.now.rounds = rounds;
        }
        forking.close(token, Forking.LOOP);
        return broken;
    }

    private boolean more(Node node, Value all, int round, long instance) {
        Value length = length(all);
        run.part(length);
        if (length instanceof Const known) {
            long bound = known.ranked() ? known.number() : Math.min(known.number(), run.oracle.rounds());
            // Long loops are shortened, so that lengths that differ still do.
            return round < (bound <= MOST_ROUNDS + REMAINDERS ? bound : MOST_ROUNDS + bound % REMAINDERS);
        }
        boolean undecided = round < ROUNDS;
        return run.conditions.compare(
                Const.of((long) round),
                Relation.LESS,
                length,
                run.truth.question(node, undecided, undecided, false),
                instance);
    }

    /** Returns the number of elements. */
    Value length(Value all) {
        if (all instanceof Items items) {
            return Const.of((long) items.all.size());
        }
        if (all instanceof Mapping mapping) {
            return Const.of((long) mapping.keys.size());
        }
        if (all instanceof Const known && known.content() instanceof String text) {
            return new Const((long) text.length(), known.ranked(), known.origin());
        }
        if (all instanceof Unknown unknown && unknown.attributes.get("len()") != null) {
            return unknown.attributes.get("len()");
        }
        String key = all instanceof Unknown unknown ? unknown.identity() : all.key();
        return Sym.input("len(" + key + ")", 'J', all.ranked(), all.origin());
    }

    private Value element(Value all, int round) {
        if (all instanceof Items items) {
            return round < items.all.size() ? items.all.get(round) : Const.NULL;
        }
        if (all instanceof Mapping mapping) {
            return mapping.keys.values().stream().skip(round).findFirst().orElse(Const.NULL);
        }
        if (all instanceof Unknown unknown && unknown.attributes.get("first") instanceof Const first) {
            return new Const(first.number() + round, first.ranked(), run.open);
        }
        return run.unknown(all.key() + "[" + round + "]", all.ranked());
    }
}
