package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Python programs of every family, over the collectives: each is warned of where it is wrong and nowhere else. */
class PythonFamiliesTest {
    private static final int AT_LEAST = 400;
    private static final String MARK = "# here";

    /** A program of a family; the lines that must be warned of end in {@code # here}. */
    private record Case(String family, String source) {

        SortedSet<Integer> marked() {
            SortedSet<Integer> marked = new TreeSet<>();
            String[] lines = source.split("\n");
            for (int i = 0; i < lines.length; i++) {
                if (lines[i].endsWith(MARK)) {
                    marked.add(i + 1);
                }
            }
            return marked;
        }
    }

    @Test
    void warnsOfEveryProgramThatIsWrongAndOfNoOther() {
        List<Case> cases = cases();
        List<String> wrong = new ArrayList<>();
        for (Case each : cases) {
            PythonProgram program = new PythonProgram();
            program.add("train.py", "train.py", each.source());
            List<CodeFinding> findings = new PythonScan(program).findings();
            SortedSet<Integer> warned = new TreeSet<>();
            findings.stream()
                    .filter(finding -> finding.level() == Level.WARNING)
                    .forEach(finding -> warned.add(finding.line()));
            if (!warned.equals(each.marked())) {
                wrong.add(each.family() + ": lines " + each.marked() + " are wrong, warned of " + warned + "\n"
                        + findings + "\n" + each.source());
            }
        }
        System.out.println(cases.size() + " Python programs of "
                + cases.stream().map(Case::family).distinct().count() + " families, "
                + cases.stream().filter(each -> !each.marked().isEmpty()).count() + " of them wrong; misjudged: "
                + wrong.size());
        assertEquals(List.of(), wrong, () -> wrong.size() + " of " + cases.size() + "\n" + String.join("\n", wrong));
        assertTrue(cases.size() >= AT_LEAST, "programs: " + cases.size());
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (PythonTemplates template : PythonTemplates.PAIRS) {
            for (String a : PythonTemplates.CALLS) {
                for (String b : PythonTemplates.CALLS) {
                    if (!a.equals(b)) {
                        cases.add(new Case(template.family(), template.with(cases.size(), a, b)));
                    }
                }
            }
        }
        for (PythonTemplates template : PythonTemplates.SINGLE) {
            for (String a : PythonTemplates.CALLS) {
                cases.add(new Case(template.family(), template.with(cases.size(), a, a)));
            }
        }
        for (PythonTemplates template : PythonTemplates.WHOLE) {
            cases.add(new Case(template.family(), template.with(cases.size(), "", "")));
        }
        return cases;
    }
}
