package dev.rollcall.analyzer.input.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins lines that a container runtime split after 16 KiB: Docker's {@code json-file} ends the text of each part but the last without a
 * line feed, and the CRI logging format of Kubernetes marks it with {@code P}. Lines of other streams may stand between the parts.
 * Memory is bounded: of a long line the beginning is kept. Not thread-safe.
 */
final class SplitLines {
    /** Other streams write no more lines within the moment in which a runtime writes the parts of one line. */
    private static final int MOST_LINES_BETWEEN = 256;

    private static final int MOST_OPEN = 16;

    private final Map<String, Open> open = new LinkedHashMap<>();
    private final int longest;
    private int linesSincePart;

    /** Joins lines up to this length, in bytes. */
    SplitLines(int longest) {
        this.longest = longest;
    }

    /** The parts of one line that were read; the first has what the prefixes say. */
    private record Open(TextLine first, StringBuilder text) {
        TextLine line(boolean whole) {
            return first.with(text.toString().stripTrailing(), whole);
        }
    }

    /** Returns whether the next line can belong to what was read. */
    boolean areOpen() {
        return !open.isEmpty();
    }

    /**
     * Adds the lines in one line of a file. Returns those that are complete, in order.
     *
     * @param lines as {@link LinePrefix#remove} returns them
     * @param stream as {@link LinePrefix#stream} returns it
     * @param isPart whether the last of them goes on in a later line of the file
     */
    List<TextLine> add(List<TextLine> lines, String stream, boolean isPart) {
        if (open.isEmpty() && !isPart) {
            return lines;
        }
        List<TextLine> complete = new ArrayList<>();
        String process = lines.get(lines.size() - 1).host() + " " + stream;
        Open begun = open.remove(process);
        List<TextLine> rest = lines;
        if (begun != null) {
            TextLine next = lines.get(0);
            append(begun.text, next.text());
            rest = lines.subList(1, lines.size());
            if (rest.isEmpty() && isPart) {
                open.put(process, begun);
            } else {
                complete.add(begun.line(rest.isEmpty() && next.whole()));
            }
        }
        linesSincePart = begun != null || isPart ? 0 : linesSincePart + 1;
        complete.addAll(isPart && !rest.isEmpty() ? rest.subList(0, rest.size() - 1) : rest);
        if (isPart && !rest.isEmpty()) {
            TextLine first = rest.get(rest.size() - 1);
            open.put(process, new Open(first, new StringBuilder(first.text())));
        }
        if (linesSincePart > MOST_LINES_BETWEEN || open.size() > MOST_OPEN) {
            complete.addAll(end());
        }
        return complete;
    }

    private void append(StringBuilder text, String part) {
        text.append(part, 0, Math.min(part.length(), Math.max(0, longest - text.length())));
    }

    /** Returns the lines whose last part is missing. */
    List<TextLine> end() {
        List<TextLine> lines =
                open.values().stream().map(part -> part.line(false)).toList();
        open.clear();
        return lines;
    }
}
