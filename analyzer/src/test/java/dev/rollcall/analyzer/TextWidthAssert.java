package dev.rollcall.analyzer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

/** Asserts that text fits into the 80 columns of a terminal. */
public final class TextWidthAssert {
    private static final int WIDTH = 80;
    /** The widest indent and label. A word that is longer than the rest cannot be broken. */
    private static final int MARGIN = 26;

    private TextWidthAssert() {}

    /** Asserts that no line is wider, but for a word that is too long. */
    public static void assertFits(String text) {
        text.lines().filter(line -> line.length() > WIDTH).forEach(line -> {
            int longest = Arrays.stream(line.split("\\s+"))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            assertTrue(longest > WIDTH - MARGIN, line);
        });
    }
}
