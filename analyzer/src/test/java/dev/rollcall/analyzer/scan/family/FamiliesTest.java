package dev.rollcall.analyzer.scan.family;

import dev.rollcall.analyzer.scan.RankScan;
import dev.rollcall.analyzer.scan.code.ProgramReader;
import dev.rollcall.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs of every family, over all operations of the catalogue: each is warned of where it is wrong and nowhere else. */
class FamiliesTest {
    private static final int AT_LEAST = 1_300;
    private static final int PATTERNS_SINCE = 21;

    @Test
    void warnsOfEveryProgramThatIsWrongAndOfNoOther() {
        List<Case> cases = cases();
        Map<String, String> sources = new LinkedHashMap<>();
        cases.forEach(each -> sources.put("demo." + each.name(), each.source()));
        Map<String, ProgramReader> programs = new TreeMap<>();
        Compiler.compile(sources)
                .forEach((name, bytes) -> programs.computeIfAbsent(
                                name.substring("demo.".length()).replaceAll("\\$.*", ""), n -> new ProgramReader())
                        .add(bytes, name));
        RankScan scan = new RankScan(Catalogue.builtIn());
        Families.assertJudged(
                "programs",
                cases,
                AT_LEAST,
                each -> scan.of(programs.get(each.name()).program()));
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Template template : Branching.PAIRS) {
            for (Operations a : Operations.ALL) {
                for (Operations b : Operations.ALL) {
                    if (!a.label().equals(b.label())) {
                        cases.add(template.with(cases.size(), a.call(), b.call()));
                    }
                }
            }
        }
        List<Template> single = Stream.of(
                        Branching.SINGLE,
                        Loops.SINGLE,
                        Reaching.SINGLE,
                        Exceptions.SINGLE,
                        Groups.SINGLE,
                        Values.SINGLE,
                        Structure.SINGLE,
                        Runtime.version().feature() < PATTERNS_SINCE ? List.<Template>of() : Patterns.SINGLE)
                .flatMap(List::stream)
                .toList();
        for (Template template : single) {
            for (Operations a : Operations.ALL) {
                cases.add(template.with(cases.size(), a.call(), a.on("s")));
            }
        }
        cases.addAll(Signatures.cases(cases.size()));
        return cases;
    }
}
