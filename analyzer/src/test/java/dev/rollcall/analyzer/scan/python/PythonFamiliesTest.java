package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.scan.ScannedCode;
import dev.rollcall.analyzer.scan.family.Case;
import dev.rollcall.analyzer.scan.family.Families;
import dev.rollcall.analyzer.verdict.CodeFinding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Python programs of every family, over the collectives: what is right gets no warning, and what is wrong no silence. */
class PythonFamiliesTest {
    private static final int MOST_NOTED = 24;
    private static final int AT_LEAST = 700;
    private static final String NAME = "train.py";

    @Test
    void judgesEveryProgram() {
        Families.assertJudged(
                "Python programs",
                cases(),
                AT_LEAST,
                MOST_NOTED,
                each -> ScannedCode.findings(Map.of(each.name(), each.source().getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void withoutNotesTheWarningsAreTheSame() {
        List<Case> cases = cases();
        for (int i = 0; i < cases.size(); i += 3) {
            Case each = cases.get(i);
            Map<String, byte[]> file = Map.of(each.name(), each.source().getBytes(StandardCharsets.UTF_8));
            List<CodeFinding> alone = ScannedCode.warningsAlone(file);
            assertEquals(ScannedCode.warned(ScannedCode.findings(file)), ScannedCode.warned(alone), each.source());
        }
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (PythonTemplates template : ControlFlow.PAIRS) {
            for (String a : PythonTemplates.CALLS) {
                for (String b : PythonTemplates.CALLS) {
                    if (!a.equals(b)) {
                        cases.add(new Case(template.family(), NAME, template.with(cases.size(), a, b)));
                    }
                }
            }
        }
        for (PythonTemplates template : ControlFlow.SINGLE) {
            for (String a : PythonTemplates.CALLS) {
                cases.add(new Case(template.family(), NAME, template.with(cases.size(), a, a)));
            }
        }
        for (PythonTemplates template : Indirection.SINGLE) {
            for (String a : PythonTemplates.CALLS) {
                cases.add(new Case(template.family(), NAME, template.with(cases.size(), a, a)));
            }
        }
        for (PythonTemplates template : LibraryUse.WHOLE) {
            cases.add(new Case(template.family(), NAME, template.with(cases.size(), "", "")));
        }
        for (PythonTemplates template : Objects.ALL) {
            cases.add(new Case(template.family(), NAME, template.with(cases.size(), "", "")));
        }
        for (PythonTemplates template : Habits.ALL) {
            cases.add(new Case(template.family(), NAME, template.with(cases.size(), "", "")));
        }
        return cases;
    }
}
