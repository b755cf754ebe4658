package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.Version;
import java.util.List;

/** Prints the declared commands as a manual page, in the man macros of roff (man(7)). Stateless. */
final class ManPage {
    /** How far the help indents what stays as it is. */
    private static final int INDENT = 2;

    private ManPage() {}

    /** Returns the page rollcall(1). */
    static String text() {
        StringBuilder page =
                new StringBuilder(".TH ROLLCALL 1 \"\" \"Rollcall " + Version.CURRENT + "\" \"User Commands\"\n");
        page.append(".SH NAME\nrollcall \\- explain why a distributed job hangs\n");
        page.append(".SH SYNOPSIS\n.B rollcall\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fIPATH\\fR...]\n");
        page.append(".SH DESCRIPTION\n");
        paragraphs(Commands.ABOUT, page);
        page.append(".SH OPTIONS\n");
        options(Commands.OPTIONS, page);
        page.append(".SH COMMANDS\n");
        for (CommandSyntax command : Commands.ALL) {
            page.append(".SS rollcall ").append(escaped(command.usage())).append('\n');
            paragraphs(command.about(), page);
            options(command.allOptions(), page);
            paragraphs(command.notes(), page);
        }
        page.append(".SH NOTES\n");
        paragraphs(Commands.NOTES, page);
        return page.toString();
    }

    private static void options(List<CommandOption> options, StringBuilder page) {
        for (CommandOption option : options) {
            page.append(".TP\n\\fB").append(escaped("--" + option.name())).append("\\fR");
            if (option.hasValue()) {
                page.append(" \\fI").append(escaped(option.argument())).append("\\fR");
            }
            page.append('\n')
                    .append(line(option.text() + (option.repeatable() ? " (repeatable)" : "")))
                    .append('\n');
        }
    }

    /** Prints paragraphs to be filled, and indented lines as they are. */
    private static void paragraphs(String text, StringBuilder page) {
        boolean literal = false;
        boolean first = true;
        for (String line : text.replace(Commands.JAR, "rollcall").strip().split("\n")) {
            boolean indented = line.startsWith(" ");
            if (literal && !indented) {
                page.append(".fi\n.RE\n");
            }
            if (line.isEmpty() || first) {
                page.append(literal && indented ? "" : ".PP\n");
            }
            if (!literal && indented) {
                page.append(".RS\n.nf\n");
            }
            literal = indented;
            first = false;
            if (!line.isEmpty()) {
                page.append(line(literal ? line.substring(INDENT) : line)).append('\n');
            }
        }
        if (literal) {
            page.append(".fi\n.RE\n");
        }
    }

    /** Returns a line of text; a full stop or an apostrophe at its start would make it a request. */
    private static String line(String text) {
        String escaped = escaped(text);
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    /** Escapes what roff reads, and characters beyond ASCII, which it reads as Latin-1 unless it is told otherwise. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (point == '\\') {
                escaped.append("\\e");
            } else if (point == '-') {
                escaped.append("\\-");
            } else if (point > '~') {
                escaped.append(String.format("\\[u%04X]", point));
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }
}
