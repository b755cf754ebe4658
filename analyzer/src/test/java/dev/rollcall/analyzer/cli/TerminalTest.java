package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.report.Ink;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void coloursATerminal() {
        assertEquals(
                Ink.ANSI, Terminal.of(true, Map.of("TERM", "xterm-256color")).ink());
    }

    @Test
    void usesNoColoursInAFileADumbTerminalOrWithNoColor() {
        assertEquals(Ink.PLAIN, Terminal.of(false, Map.of("TERM", "xterm")).ink());
        assertEquals(Ink.PLAIN, Terminal.of(true, Map.of("TERM", "dumb")).ink());
        assertEquals(
                Ink.PLAIN,
                Terminal.of(true, Map.of("TERM", "xterm", "NO_COLOR", "1")).ink());
    }

    @Test
    void keepsItsWidthReadable() {
        assertEquals(80, Terminal.of(true, Map.of()).width());
        assertEquals(100, Terminal.of(true, Map.of("COLUMNS", "100")).width());
        assertEquals(80, Terminal.of(false, Map.of("COLUMNS", "100")).width(), "a file has no columns");
        assertEquals(80, Terminal.of(true, Map.of("COLUMNS", "80")).width());
        assertEquals(60, Terminal.of(true, Map.of("COLUMNS", "20")).width());
        assertEquals(120, Terminal.of(true, Map.of("COLUMNS", "400")).width());
        assertEquals(80, Terminal.of(true, Map.of("COLUMNS", "wide")).width());
    }
}
