package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.report.view.CollisionView;
import dev.rollcall.analyzer.report.view.FindingGrids;
import dev.rollcall.analyzer.report.view.HeadView;
import dev.rollcall.analyzer.report.view.NextStep;
import dev.rollcall.analyzer.report.view.Prose;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.report.view.TicketText;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class TicketTextTest {
    private static String ticket(Verdict verdict) {
        CollisionView collision = CollisionView.of(
                verdict.job(),
                verdict.mainFinding(),
                FindingGrids.of(verdict.job(), verdict.mainFinding(), 4),
                new SourceTree(List.of()));
        return TicketText.of(verdict, HeadView.of(verdict), collision, Prose.of(NextStep.of(verdict)));
    }

    @Test
    void startsWithTheSentenceAndNamesBothCalls() {
        String ticket = ticket(ExampleVerdicts.extraBarrier(4));

        assertTrue(ticket.startsWith("**Rank 0 diverged: its call 12 on `world` is barrier"), ticket);
        assertTrue(ticket.contains("\n- Condition: `rank == 0` at `Trainer.java:86`\n"), ticket);
        assertTrue(ticket.contains("\n- Rank 0 waits in `barrier` at `Trainer.save (Trainer.java:88)`\n"), ticket);
        assertTrue(ticket.contains("\n- Ranks 1–3 wait in `all_reduce(1,024 × f32, sum)`"), ticket);
    }

    @Test
    void takesTheMeaningFromMarkupAndMentions() {
        String ticket = ticket(ExampleVerdicts.hostile("[x](http://example.invalid) <img> @everyone ``"));

        // The hostile text ends with two backticks, so that a fence has three.
        String words = ticket.replaceAll("``` .*? ```", "");
        assertFalse(words.contains("<img>"), words);
        assertFalse(words.matches("(?s).*(?<!\\\\)\\[x.*"), words);
        assertFalse(words.contains("@everyone"), words);
    }
}
