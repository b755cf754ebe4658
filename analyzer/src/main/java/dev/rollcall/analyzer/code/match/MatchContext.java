package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.ValuePool;

/** What all checks of a scan share. */
record MatchContext(
        ValuePool values,
        WordPool words,
        GuardTest tests,
        RankWays ways,
        GroupMembers groups,
        FailureChecks failures) {}
