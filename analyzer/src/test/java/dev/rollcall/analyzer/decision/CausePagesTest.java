package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.Cause;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CausePagesTest {

    @ParameterizedTest
    @EnumSource
    void everyCauseHasAPage(Cause cause) {
        Path page = Path.of("../docs/causes/" + cause.id() + ".md");
        assertTrue(Files.isRegularFile(page), page + " is missing");
    }
}
