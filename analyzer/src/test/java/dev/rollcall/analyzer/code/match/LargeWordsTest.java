package dev.rollcall.analyzer.code.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.summary.LargeStack;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.FewFunctions;
import dev.rollcall.analyzer.code.value.FunctionResults;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;
import org.junit.jupiter.api.Test;

class LargeWordsTest {
    /** So many that the forms of two ranks are more than a check makes. */
    private static final int CALLS = 400;

    private static final int CONDITIONS = 400;

    private static WordCheck.Result check(String text) {
        return LargeStack.call("check", () -> {
            ValuePool values = new ValuePool();
            WordPool words = new WordPool(values);
            Evaluator evaluator = new Evaluator(new FewFunctions(), FunctionResults.NONE);
            WordCheck check = new WordCheck(values, words, evaluator, new GuardTest(values, evaluator));
            return check.check(WordText.parse(values, words, text));
        });
    }

    @Test
    void aThousandBalancedGuardsAreFollowed() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            text.append("if rank == ")
                    .append(i % 5)
                    .append(":\n  barrier\n  all_reduce\nelse:\n  barrier\n  call:\n    all_reduce\n");
            text.append("if cfg.a").append(i).append(":\n  broadcast\n");
        }
        WordCheck.Result result = check(text + "if rank == 1:\n  barrier\n");

        assertEquals(1, result.divergences().size(), result::toString);
        assertTrue(result.complete());
    }

    @Test
    void manyDivergencesAreReportedInPart() {
        WordCheck.Result result = check("if rank == 0:\n  barrier\nall_reduce\n".repeat(100));

        assertEquals(20, result.divergences().size());
        assertFalse(result.complete());
    }

    @Test
    void aWordThatIsTooLargeIsComparedByTheCallsThatAllRanksMakeAlike() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < CALLS; i++) {
            text.append("if cfg.s").append(i).append(":\n  call:\n");
            for (int j = 0; j < CONDITIONS; j++) {
                text.append("    if cfg.a").append(j).append(":\n      all_reduce\n");
            }
            text.append("  return\n");
        }
        String sameInTwoWays = """
                if rank == 2:
                  call:
                    if cfg.q:
                      barrier
                    all_reduce
                else:
                  call:
                    if cfg.q:
                      barrier
                      all_reduce
                    else:
                      all_reduce
                """;
        WordCheck.Result result = check(text + sameInTwoWays + "if rank == 1:\n  barrier\n");

        assertEquals(
                List.of(List.of(1)),
                result.divergences().stream().map(Divergence::ranks).toList());
        assertTrue(result.divergences().get(0).isWarning());
        assertFalse(result.complete());
    }
}
