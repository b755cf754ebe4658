package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.scan.ScannedCode;
import dev.rollcall.analyzer.scan.family.Case;
import dev.rollcall.analyzer.scan.family.Families;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Training scripts as people write them, some with a collective that not all ranks call: what is right gets no warning, and what is wrong no silence. */
class OrdinaryScriptsTest {
    private static final int MOST_NOTED = 4;
    private static final int AT_LEAST = 40;

    @Test
    void judgesEveryScript() throws IOException, URISyntaxException {
        List<Case> cases = new ArrayList<>();
        Path folder = Path.of(OrdinaryScriptsTest.class.getResource("/scripts").toURI());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                cases.add(new Case(name, name, Files.readString(file)));
            }
        }
        assertTrue(cases.size() >= AT_LEAST, "scripts: " + cases.size());
        Families.assertJudged(
                "ordinary Python scripts",
                cases,
                AT_LEAST,
                MOST_NOTED,
                each -> ScannedCode.findings(Map.of(each.name(), each.source().getBytes(StandardCharsets.UTF_8))));
    }
}
