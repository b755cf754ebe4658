package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.List;

/** Follows a word on one rank: evaluates each condition and number of passes, and notes the calls. No library throws. */
final class ProjectedWord {
    private static final int MOST_STEPS = 20_000;

    private final ValuePool pool;
    private final Evaluator evaluator;
    private final List<String> trace = new ArrayList<>();
    private RankModel model;
    private int steps;

    /** Says that a value is not known, or that the word is too long. */
    static final class Open extends RuntimeException {
        private static final long serialVersionUID = 1;

        Open(String what) {
            super(what, null, false, false);
        }
    }

    ProjectedWord(ValuePool pool, Evaluator evaluator, RankModel model) {
        this.pool = pool;
        this.evaluator = evaluator;
        this.model = model;
    }

    /** Returns the calls of the rank, and how it ends. */
    List<String> trace(Word word) {
        PathEnd end = run(word);
        if (end instanceof PathEnd.Throw thrown) {
            trace.add("raises " + thrown.type());
        } else if (end instanceof PathEnd.Exit) {
            trace.add("exits");
        } else if (!end.equals(PathEnd.FALL) && !end.equals(PathEnd.RETURN)) {
            trace.add("unexpected " + end);
        }
        return trace;
    }

    private Object known(Value value) {
        Object known = evaluator.evaluate(value, model);
        if (known == Evaluator.OPEN) {
            throw new Open(value.toString());
        }
        return known;
    }

    private boolean truth(Value value) {
        Object known = known(value);
        return known instanceof Boolean truth ? truth : known != null && !known.equals(0L);
    }

    private PathEnd run(Word word) {
        if (++steps > MOST_STEPS) {
            throw new Open("too long");
        }
        if (word instanceof Word.Done done) {
            return done.end();
        }
        if (word instanceof Word.Act act) {
            trace.add(act.call().operation());
            return PathEnd.FALL;
        }
        if (word instanceof Word.Split split) {
            boolean throwing = split.guard().kind() == Guard.Kind.HANDLER;
            return run(!throwing && truth(split.guard().condition()) ? split.yes() : split.no());
        }
        if (word instanceof Word.Then then) {
            PathEnd end = run(then.first());
            return then.next().containsKey(end) ? run(then.next().get(end)) : end;
        }
        if (word instanceof Word.Call call) {
            PathEnd end = run(call.word());
            return end.equals(PathEnd.RETURN) ? PathEnd.FALL : end;
        }
        if (word instanceof Word.Repeat repeat) {
            return run(repeat);
        }
        throw new Open(word.toString());
    }

    private PathEnd run(Word.Repeat repeat) {
        long passes = Long.MAX_VALUE;
        if (repeat.trip() instanceof Trip.Times times) {
            passes = (Long) known(times.number());
        } else if (repeat.trip() instanceof Trip.Over over) {
            passes = ((List<?>) known(over.iterable())).size();
        }
        Value pass = pool.of(ValuePool.pass(repeat.loop()));
        for (long i = 0; i < passes; i++) {
            model = model.with(pass, i);
            PathEnd end = run(repeat.body());
            if (!end.equals(new PathEnd.Next(repeat.loop()))) {
                return end;
            }
        }
        model = model.with(pass, Math.max(0, passes));
        return new PathEnd.Leave(repeat.loop(), repeat.exit());
    }
}
