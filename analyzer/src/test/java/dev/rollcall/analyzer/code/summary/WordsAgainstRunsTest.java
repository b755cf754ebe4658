package dev.rollcall.analyzer.code.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FormText;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.KnownFunctions;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WordsAgainstRunsTest {
    private static final int ROUNDS = Integer.getInteger("rollcall.rounds", 1500);
    private static final int WORLD = 3;

    private static final KnownFunctions RANGE = (function, arguments, calling) ->
            function.equals("range") && arguments.get(0) instanceof Long end && end < 512
                    ? LongStream.range(0, end).boxed().<Object>map(each -> each).toList()
                    : Evaluator.OPEN;

    @Test
    void aWordOnEachRankIsWhatARunOfTheProgramCalls() {
        long seed = Long.getLong("rollcall.seed", System.nanoTime());
        int known = 0;
        int all = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            String text = RandomProgram.text(random);
            CodeProgram program = new CodeProgram(List.of(FormText.source(text)));
            FunctionId main = new FunctionId("t.py", "", "f" + (RandomProgram.functions(text) - 1), "");
            ValuePool pool = new ValuePool();
            Summaries summaries = new Summaries(program, new FewLibraries(), pool, new WordPool(pool));
            Word word = summaries.root(main, "").word();
            Evaluator evaluator = new Evaluator(RANGE, summaries);
            for (int rank = 0; rank < WORLD; rank++) {
                List<String> run = new FormInterpreter(program, rank, WORLD)
                        .trace(program.function(main).orElseThrow());
                if (run.contains("too long")) {
                    continue;
                }
                all++;
                List<String> projected;
                try {
                    projected = new ProjectedWord(pool, evaluator, RankModel.of(WORLD, rank)).trace(word);
                } catch (ProjectedWord.Open e) {
                    continue;
                }
                known++;
                assertEquals(
                        run, projected, "seed " + (seed + round) + " rank " + rank + "\n" + text + WordText.of(word));
            }
        }
        assertTrue(known > all / 2, known + " of " + all + " runs are known; seed " + seed);
    }

    /** A function with random jumps: branches that never end, and loops with several entries. */
    private static String tangle(Random random) {
        int size = 2 + random.nextInt(24);
        StringBuilder text = new StringBuilder("unit t.py python t.py\nfunction <t.py||f0|> function\nx = 0\n");
        text.append("r = call @dist.get_rank()\n");
        for (int i = 0; i < size; i++) {
            String one = "L" + random.nextInt(size);
            String next = i + 1 < size ? "L" + (i + 1) : one;
            text.append("L").append(i).append(":\n");
            switch (random.nextInt(7)) {
                case 0, 1 -> text.append("branch r -> " + next + ", " + one + "\n");
                case 2 -> text.append("x = advance x -> " + next + ", " + one + "\n");
                case 3 -> text.append("call @work(x) -> " + next + " !" + one + "\n");
                case 4 -> text.append("x = add x r -> " + next + "\n");
                case 5 -> text.append("e = catch @E -> " + next + ", " + one + "\n");
                default -> text.append(random.nextBoolean() ? "return x\n" : "call @dist.barrier() -> " + one + "\n");
            }
        }
        return text.toString();
    }

    @Test
    void aSilentFunctionThatNeverEndsHasAWord() {
        assertTrue(new SummarizedProgram("""
                r = call @dist.get_rank()
                first:
                x = add x r
                x = advance x -> handled, last
                handled:
                e = catch @E -> forked, last
                forked:
                branch r -> works, handled
                works:
                call @work(x) -> again !last
                again:
                x = advance x -> last, first
                last:
                e = catch @E -> ever, ever
                ever:
                x = add x r
                jump ever
                """).root("f").contains("[while: next]"));
    }

    @Test
    void anyFlowHasAWordOrIsNamed() {
        long seed = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            String text = tangle(new Random(seed + round));
            SummarizedProgram program = new SummarizedProgram(text);
            try {
                program.root("f0");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + (seed + round) + "\n" + text, e);
            }
        }
    }
}
