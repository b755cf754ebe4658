package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.report.view.Prose.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProseTest {
    @Test
    void takesWhatStandsBetweenBackticksForCode() {
        assertEquals(
                List.of(new Part("call 2 of ", false), new Part("tp", true), new Part(".", false)),
                Prose.of("call 2 of `tp`.").parts());
        assertEquals("call 2 of tp.", Prose.of("call 2 of `tp`.").plain());
    }

    @Test
    void leavesALoneBacktickAsItIs() {
        assertEquals(List.of(new Part("a ` b", false)), Prose.of("a ` b").parts());
    }

    @Test
    void isEmptyForNothing() {
        assertEquals(List.of(), Prose.of(null).parts());
        assertEquals(List.of(), Prose.of("").parts());
    }
}
