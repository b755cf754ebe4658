package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampleTest {

    private static final Path SOURCES = Path.of("src/main/java");

    @ParameterizedTest
    @EnumSource
    void declaresAVerdictWithMarkedLines(Sample sample) throws Exception {
        Expectation expectation = Expectation.of(sample, 4, 1, SOURCES);

        boolean wrong = expectation.exitCode() != 0;
        assertEquals(wrong, !expectation.lines().isEmpty(), "a fault has a line, health has none");
        assertEquals(wrong, expectation.culprits().stream().allMatch(ranks -> ranks.contains(1)));
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsCommandLineName(Sample sample) {
        assertEquals(sample, Sample.of(sample.id()));
        assertTrue(sample.id().matches("[a-z-]+"));
        assertFalse(sample.about().isBlank());
    }

    @Test
    void listsTheNamesWhereOneIsUnknown() {
        NoSuchElementException thrown = assertThrows(NoSuchElementException.class, () -> Sample.of("nope"));

        assertTrue(thrown.getMessage().contains("checkpoint-barrier"), thrown.getMessage());
    }

    @Test
    void keepsTheDefaultCulpritWithinTheWorld() {
        assertEquals(3, Sample.STUCK_OUTSIDE.defaultCulprit(4));
        assertEquals(1, Sample.STUCK_OUTSIDE.defaultCulprit(2));
    }

    @Test
    void theReadmeShowsTheLineThatTheDemoNames() throws Exception {
        String readme = Files.readString(Path.of("../README.md"));
        String line =
                Expectation.of(Sample.CHECKPOINT_BARRIER, 4, 0, SOURCES).lines().get(0);

        assertTrue(readme.contains(" at " + line + ","), line + " stands in README.md");
    }
}
