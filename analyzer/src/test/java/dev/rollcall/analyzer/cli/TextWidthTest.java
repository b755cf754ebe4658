package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of the recorded jobs of the corpus fits into 80 columns. */
class TextWidthTest {
    private static final int WIDTH = 80;
    /** The widest indent and label. A word that is longer than the rest cannot be broken. */
    private static final int MARGIN = 26;

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

        run.out().lines().filter(line -> line.length() > WIDTH).forEach(line -> {
            int longest = Arrays.stream(line.split("\\s+"))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            assertTrue(longest > WIDTH - MARGIN, line);
        });
    }
}
