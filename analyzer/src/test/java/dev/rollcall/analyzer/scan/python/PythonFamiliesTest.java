package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.family.Case;
import dev.rollcall.analyzer.scan.family.Families;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Python programs of every family, over the collectives: each is warned of where it is wrong and nowhere else. */
class PythonFamiliesTest {
    private static final int AT_LEAST = 700;
    private static final String NAME = "train.py";

    @Test
    void warnsOfEveryProgramThatIsWrongAndOfNoOther() {
        Families.assertJudged("Python programs", cases(), AT_LEAST, each -> {
            PythonProgram program = new PythonProgram();
            program.add(each.name(), each.name(), each.source());
            return new PythonScan(program).findings();
        });
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
        for (PythonTemplates template : Habits.ALL) {
            cases.add(new Case(template.family(), NAME, template.with(cases.size(), "", "")));
        }
        return cases;
    }
}
