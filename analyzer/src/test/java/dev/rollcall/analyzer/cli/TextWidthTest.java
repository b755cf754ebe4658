package dev.rollcall.analyzer.cli;

import static dev.rollcall.analyzer.TextWidthAssert.assertFits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of the recorded jobs of the corpus fits into 80 columns. */
class TextWidthTest {
    static Stream<Path> jobs() throws IOException {
        Path corpus = Path.of("src/test/resources/corpus");
        try (Stream<Path> folders = Files.find(corpus, 2, (path, is) -> is.isDirectory())) {
            return folders.filter(path -> path.getNameCount() > corpus.getNameCount() + 1).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void hasNoLineThatIsTooWide(Path job) {
        CommandLineRun run = CommandLineRun.of("analyze", job);

        assertFits(run.out());
    }
}
