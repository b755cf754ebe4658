package dev.rollcall.analyzer.report.picture;

import java.util.Locale;

/** What the colour and the mark of a rank mean in the pictures, the most important first. */
public enum RankLevel {
    /** It diverged. */
    CULPRIT("●"),
    /** It is to be looked at first. */
    SUSPECT("▲"),
    /** A note is about it, and it is not to blame. */
    NOTED("★"),
    /** It waits for a named rank. */
    DIRECT("◆"),
    /** It waits for one that waits for a named rank. */
    SECOND_HAND("◇"),
    /** It waits further behind. */
    FURTHER("·"),
    /** It waits, and for no named rank. */
    APART("~"),
    /** It ended. */
    ENDED("×"),
    /** Its source does not show whether it waits. */
    UNKNOWN("?"),
    /** It does not wait. */
    FREE("✓"),
    /** It was not read. */
    UNREAD("–");

    private final String glyph;

    RankLevel(String glyph) {
        this.glyph = glyph;
    }

    /** Returns the mark. */
    public String glyph() {
        return glyph;
    }

    /** Returns whether a rank waits. */
    boolean waits() {
        return this == DIRECT || this == SECOND_HAND || this == FURTHER || this == APART;
    }

    /** Returns the class of the style sheet. */
    public String style() {
        return "p-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
