package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.ValuePool;

/** What all checks of a scan share. */
record MatchContext(
        ValuePool values, WordPool words, GuardTest tests, RankWays ways, GroupMembers groups, FailureChecks failures) {
    /** Makes what the checks of the words of a pool share. */
    MatchContext(ValuePool values, WordPool words, Evaluator evaluator, GuardTest tests) {
        this(
                values,
                words,
                tests,
                new RankWays(values, evaluator, tests),
                new GroupMembers(values, evaluator),
                new FailureChecks(values, words, tests));
    }
}
