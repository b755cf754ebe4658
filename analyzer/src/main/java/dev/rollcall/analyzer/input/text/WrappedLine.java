package dev.rollcall.analyzer.input.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Joins lines that a terminal broke at its right border and that were copied from there. Only a line that breaks off within the
 * parentheses of a known message is surely broken.
 */
final class WrappedLine {
    /** The parentheses of a known message need no more rows. */
    static final int MOST_ROWS = 8;

    /** Shorter rows than on any terminal. */
    private static final int NARROWEST = 40;

    private static final String CALL = "WorkNCCL(";
    private static final String FINGERPRINT = "CollectiveFingerPrint(";

    private static final Pattern OPEN =
            Pattern.compile("(?:WorkNCCL|CollectiveFingerPrint)\\([^()]*(?:\\((?:m(?:s\\)?)?)?[^()]*)?$");

    private WrappedLine() {}

    /** Returns whether the last of some lines breaks off, so that the next row belongs to it. */
    static boolean isBroken(List<TextLine> lines) {
        TextLine last = lines.get(lines.size() - 1);
        return last.whole()
                && last.text().length() >= NARROWEST
                && (last.text().contains(CALL) || last.text().contains(FINGERPRINT))
                && OPEN.matcher(last.text()).find();
    }

    /**
     * Returns lines with the next row, joined with the last line unless another process wrote it.
     *
     * @param lines lines whose last one is broken
     * @param next what the next row of the file holds
     */
    static List<TextLine> join(List<TextLine> lines, List<TextLine> next) {
        List<TextLine> joined = new ArrayList<>(lines);
        TextLine last = lines.get(lines.size() - 1);
        TextLine row = next.get(0);
        boolean same = row.writer().isEmpty() || row.writer().equals(last.writer());
        if (same) {
            joined.set(
                    lines.size() - 1,
                    new TextLine(
                            last.text() + row.text(),
                            last.rank(),
                            last.ownRank(),
                            last.host(),
                            last.writer(),
                            last.time(),
                            last.alikeLeftOut() || row.alikeLeftOut(),
                            row.whole()));
        }
        joined.addAll(same ? next.subList(1, next.size()) : next);
        return joined;
    }
}
