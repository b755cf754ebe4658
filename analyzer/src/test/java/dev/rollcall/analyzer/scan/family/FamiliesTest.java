package dev.rollcall.analyzer.scan.family;

import dev.rollcall.analyzer.scan.ScannedCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of every family, over all operations of the catalogue: what is right gets no warning, and what is wrong no silence. */
class FamiliesTest {
    private static final int MOST_NOTED = 213;
    private static final int MOST_NOTED_OF_PATTERNS = 34;
    private static final int AT_LEAST = 1_300;
    private static final int PATTERNS_SINCE = 21;

    @Test
    void judgesEveryProgram(@TempDir Path folder) throws IOException {
        List<Case> cases = cases();
        Map<String, String> sources = new LinkedHashMap<>();
        cases.forEach(each -> sources.put("demo." + each.name(), each.source()));
        for (Map.Entry<String, byte[]> each : Compiler.compile(sources).entrySet()) {
            String name = each.getKey().substring("demo.".length());
            Path file = folder.resolve(name.replaceAll("\\$.*", "") + "/demo/" + name + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        Families.assertJudged(
                "programs",
                cases,
                AT_LEAST,
                MOST_NOTED + (hasPatterns() ? MOST_NOTED_OF_PATTERNS : 0),
                each -> ScannedCode.of(folder.resolve(each.name())).findings());
    }

    private static boolean hasPatterns() {
        return Runtime.version().feature() >= PATTERNS_SINCE;
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
        for (Template template : Orders.PAIRS) {
            Operations last = Operations.ALL.get(Operations.ALL.size() - 1);
            for (Operations each : Operations.ALL) {
                if (!each.label().equals(last.label())) {
                    cases.add(template.with(cases.size(), each.call(), last.call()));
                }
                last = each;
            }
        }
        List<Template> single = Stream.of(
                        Branching.SINGLE,
                        Loops.SINGLE,
                        Reaching.SINGLE,
                        Exceptions.SINGLE,
                        Groups.SINGLE,
                        GroupsByRank.SINGLE,
                        Orders.SINGLE,
                        WorldSizes.SINGLE,
                        Values.SINGLE,
                        Structure.SINGLE,
                        hasPatterns() ? Patterns.SINGLE : List.<Template>of())
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
