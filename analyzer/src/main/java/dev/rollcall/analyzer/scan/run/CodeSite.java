package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.ConditionText;
import dev.rollcall.analyzer.scan.code.Routine;

/**
 * An instruction of a method where control takes one of several ways.
 *
 * @param routine the method
 * @param at the instruction's number
 */
record CodeSite(Routine routine, int at) implements Site {
    private static final String MEANT_SO = "RankConditional";

    @Override
    public String key() {
        return routine + routine.method().desc + "@" + at;
    }

    @Override
    public String type() {
        return routine.owner().name.replace('/', '.');
    }

    @Override
    public String file() {
        return routine.file();
    }

    @Override
    public int line() {
        return routine.line(at);
    }

    @Override
    public String condition() {
        return ConditionText.of(routine, at);
    }

    @Override
    public boolean decidesLoop() {
        return routine.flow().decidesLoop(at);
    }

    @Override
    public boolean meantSo() {
        return routine.isAnnotated(MEANT_SO) || routine.isInAnnotated(MEANT_SO);
    }
}
