package dev.rollcall.analyzer.scan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.ProgramReader;
import dev.rollcall.analyzer.scan.family.Compiler;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.catalogue.Catalogue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final String TRAINER = """
            package demo;
            import org.bytedeco.pytorch.*;
            class Trainer {
            static void save(ProcessGroup group) {
            if (group.getRank() == 0) {
            group.barrier();
            }
            }
            static void load(ProcessGroup group) {
            System.out.println(group.getRank());
            group.barrier();
            }
            }
            """;

    private static List<CodeFinding> findings(Budget budget) {
        ProgramReader reader = new ProgramReader();
        Compiler.compile(Map.of("demo.Trainer", TRAINER)).forEach((name, bytes) -> reader.add(bytes, name));
        Program program = reader.program();
        return new Projection(program, Catalogue.builtIn(), budget).findings();
    }

    @Test
    void stillLooksIntoEachMethodWhereMuchOfItIsSpent() {
        Budget budget = new Budget();
        budget.spend(8_000_000);

        assertEquals(Level.WARNING, findings(budget).get(0).level());
    }

    @Test
    void tellsInOneNoteWhatWasNotLookedAtWhereAllOfItIs() {
        Budget budget = new Budget();
        budget.spend(10_000_000);

        List<CodeFinding> findings = findings(budget);

        assertEquals(1, findings.size());
        assertEquals(Level.NOTE, findings.get(0).level());
        assertTrue(findings.get(0).summary().startsWith("save and 1 other method that can come to a collective"));
    }
}
