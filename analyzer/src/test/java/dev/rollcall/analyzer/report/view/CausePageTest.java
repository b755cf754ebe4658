package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.analyzer.verdict.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CausePageTest {
    @ParameterizedTest
    @EnumSource(Cause.class)
    void everyCauseHasAPageInTheProgramWithoutLeftOverMarkup(Cause cause) {
        CausePage page = CausePage.of(cause);

        assertFalse(page.blocks().isEmpty());
        page.blocks().stream()
                .filter(block -> block.kind() != CausePage.Kind.CODE)
                .map(block -> block.prose().plain())
                .forEach(text -> assertFalse(text.matches("(?s)(#|```|\\|).*|.*\\]\\(.*"), text));
    }

    @Test
    void keepsTheLinesOfCode() {
        CausePage.Block code = CausePage.of(Cause.EXTRA_COLLECTIVE).blocks().stream()
                .filter(block -> block.kind() == CausePage.Kind.CODE)
                .findFirst()
                .orElseThrow();

        assertEquals("if (rank == 0) {", code.text().lines().findFirst().orElseThrow());
        assertEquals(4, code.text().lines().count());
    }
}
