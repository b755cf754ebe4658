package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.scan.family.Case;
import dev.rollcall.analyzer.scan.family.Families;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Training scripts as people write them, some with a collective that not all ranks call: each is judged right. */
class OrdinaryScriptsTest {
    private static final int AT_LEAST = 40;

    @Test
    void warnsOfWhatIsWrongInOrdinaryScriptsAndOfNothingElse() throws IOException, URISyntaxException {
        List<Case> cases = new ArrayList<>();
        Path folder = Path.of(OrdinaryScriptsTest.class.getResource("/scripts").toURI());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                cases.add(new Case(name, name, Files.readString(file)));
            }
        }
        assertTrue(cases.size() >= AT_LEAST, "scripts: " + cases.size());
        Families.assertJudged("ordinary Python scripts", cases, AT_LEAST, each -> {
            PythonProgram program = new PythonProgram();
            program.add(each.name(), each.name(), each.source());
            return new PythonScan(program).findings();
        });
    }
}
