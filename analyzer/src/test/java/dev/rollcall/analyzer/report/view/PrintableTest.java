package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void keepsOrdinaryTextAsItIs() {
        String text = "all_reduce(1,024 × f32) – Größe 模型 \uD83D\uDE00";

        assertSame(text, Printable.of(text));
    }

    @Test
    void showsControlCharactersInsteadOfSendingThem() {
        assertEquals("a\\u001b[31mb c\\u009bd\\u0000", Printable.of("a\u001b[31mb\tc\u009bd\u0000"));
    }

    @Test
    void showsWhatTurnsTheReadingDirectionAndLoneSurrogates() {
        assertEquals("\\u202egpj.exe\\u2028\\ud83d", Printable.of("\u202egpj.exe\u2028\ud83d"));
    }

    @Test
    void cutsToALength() {
        assertEquals("abc…", Printable.shortened("abcdefg", 4));
        assertEquals("abcd", Printable.shortened("abcd", 4));
    }

    @Test
    void takesNullForNothing() {
        assertEquals("", Printable.of(null));
    }
}
