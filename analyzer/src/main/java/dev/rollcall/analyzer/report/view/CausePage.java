package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.verdict.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The page of a cause in the documentation. It travels in the program, because the reader of a report may have no network.
 *
 * @param cause the cause's name
 * @param blocks its text in order
 */
public record CausePage(String cause, List<Block> blocks) {
    private static final String FENCE = "```";
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

    public CausePage {
        blocks = List.copyOf(blocks);
    }

    /** What a block is. */
    public enum Kind {
        HEADING,
        PARAGRAPH,
        ITEM,
        CODE
    }

    /**
     * A paragraph, or some lines of code.
     *
     * @param kind what it is
     * @param text its text; of code with its line ends, each line as it stands
     */
    public record Block(Kind kind, String text) {
        /** Returns the words with their code. */
        public Prose prose() {
            return Prose.of(text);
        }
    }

    /** Returns the page of a cause; without blocks where the program holds none. */
    public static CausePage of(Cause cause) {
        try (InputStream page =
                CausePage.class.getResourceAsStream("/dev/rollcall/analyzer/report/causes/" + cause.id() + ".md")) {
            String text = page == null ? "" : new String(page.readAllBytes(), StandardCharsets.UTF_8);
            // Links between the pages of the documentation lead nowhere from a report.
            return new CausePage(cause.id(), blocks(LINK.matcher(text).replaceAll("$1")));
        } catch (IOException unreadable) {
            return new CausePage(cause.id(), List.of());
        }
    }

    private static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        List<String> open = new ArrayList<>();
        Kind kind = Kind.PARAGRAPH;
        for (String line : text.lines().toList()) {
            if (kind == Kind.CODE) {
                if (line.startsWith(FENCE)) {
                    close(blocks, open, Kind.CODE);
                    kind = Kind.PARAGRAPH;
                } else {
                    open.add(line);
                }
                continue;
            }
            boolean item = line.startsWith("- ");
            if (line.isBlank() || line.startsWith("#") || line.startsWith(FENCE) || item) {
                close(blocks, open, kind);
                kind = line.startsWith(FENCE) ? Kind.CODE : item ? Kind.ITEM : Kind.PARAGRAPH;
            }
            if (line.startsWith("## ")) {
                blocks.add(new Block(Kind.HEADING, line.substring(3)));
            } else if (item) {
                open.add(line.substring(2));
            } else if (!line.isBlank() && !line.startsWith("#") && kind != Kind.CODE) {
                open.add(line.strip());
            }
        }
        close(blocks, open, kind);
        return blocks;
    }

    private static void close(List<Block> blocks, List<String> open, Kind kind) {
        if (!open.isEmpty()) {
            blocks.add(new Block(kind, String.join(kind == Kind.CODE ? "\n" : " ", open)));
            open.clear();
        }
    }
}
