package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.analyzer.code.value.Verdict;

/** What all checks of a scan share. */
record MatchContext(ValuePool values, WordPool words, GuardTest tests, RankWays ways, GroupMembers groups) {

    /**
     * Returns whether a split only decides about an exception, and not by the rank alone: no way that a program is meant to take. A
     * handler of what all ranks throw is one.
     */
    boolean isCheck(Word.Split split) {
        Guard guard = split.guard();
        boolean isHandled = guard.kind() == Guard.Kind.HANDLER
                && values.dependence(guard.condition()).isNone();
        return words.raises(split.yes()) != words.raises(split.no())
                && !isHandled
                && !(tests.condition(guard.condition()) instanceof Verdict.Differs);
    }
}
