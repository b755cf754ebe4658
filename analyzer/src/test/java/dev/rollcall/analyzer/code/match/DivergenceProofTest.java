package dev.rollcall.analyzer.code.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.match.Divergence.Reason;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.FewFunctions;
import dev.rollcall.analyzer.code.value.FunctionResults;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a difference proves for which no condition is to blame. */
class DivergenceProofTest {
    private final ValuePool values = new ValuePool();
    private final WordPool words = new WordPool(values);
    private final Evaluator evaluator = new Evaluator(new FewFunctions(), FunctionResults.NONE);
    private final MatchContext context = new MatchContext(values, words, evaluator, new GuardTest(values, evaluator));

    /** Returns the reason where rank 0 ends and the others make a call. */
    private Optional<Reason> reason(String call) {
        Word word = WordText.parse(values, words, call);
        RankModel job = RankModel.of(4, 0);
        NormalForm form = new RankForms(context, word, Optional.empty())
                .of(new RankAnswers(context, job.at(1), Map.of()), Set.of(), true)
                .form();
        WordComparison.Difference difference = WordComparison.of(
                        new NormalForms(condition -> false).end(PathEnd.FALL), form)
                .orElseThrow();
        DependentParts parts = new DependentParts(word, context);
        return new DivergenceProof(context, parts, job, difference, Optional.empty(), List.of(0), false, true).reason();
    }

    @Test
    void aCallThatNamesTheRankItselfIsProven() {
        assertEquals(Optional.of(Reason.RANK), reason("broadcast root=rank\n"));
        assertEquals(Optional.of(Reason.RANK), reason("barrier on [rank, 3]\n"));
    }

    @Test
    void aCallThatNamesDataOfOneRankIsNot() {
        assertEquals(Optional.of(Reason.LOCAL_DATA), reason("broadcast root=local(x)\n"));
    }

    @Test
    void aCallThatNamesNothingThatDiffersIsNot() {
        assertEquals(Optional.of(Reason.VALUE), reason("barrier\n"));
        assertEquals(Optional.of(Reason.VALUE), reason("broadcast root=0\n"));
    }
}
