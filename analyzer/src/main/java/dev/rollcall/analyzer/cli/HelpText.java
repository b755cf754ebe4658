package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.LineWrap;
import java.util.List;

/** Prints the help of the declared commands, at most 80 columns wide. Stateless. */
final class HelpText {
    private static final int WIDTH = 80;
    /** Where the texts of the options begin. */
    private static final int COLUMN = 23;

    private static final String GAP = "  ";

    private HelpText() {}

    /** Returns the overview of all commands. */
    static String overview() {
        StringBuilder text = new StringBuilder(paragraphs(Commands.ABOUT));
        text.append("\nUsage: ").append(Commands.JAR).append(" COMMAND [OPTION...] [PATH...]\n\nCommands:\n");
        for (CommandSyntax command : Commands.ALL) {
            entry(
                    text,
                    command.name() + (command.operands().isEmpty() ? "" : " " + command.operands()),
                    command.summary());
        }
        text.append("\nOptions:\n");
        Commands.OPTIONS.forEach(option -> entry(text, option.typed(), option.text()));
        return program(text.append('\n').append(paragraphs(Commands.NOTES)).toString());
    }

    /** Returns the help of one command. */
    static String of(CommandSyntax command) {
        StringBuilder text = new StringBuilder();
        String[] about = command.about().split("\n\n", 2);
        text.append(paragraphs(about[0]));
        text.append("\nUsage: ")
                .append(Commands.JAR)
                .append(' ')
                .append(command.usage())
                .append('\n');
        if (about.length > 1) {
            text.append('\n').append(paragraphs(about[1]));
        }
        text.append("\nOptions:\n");
        command.allOptions()
                .forEach(option ->
                        entry(text, option.typed(), option.text() + (option.repeatable() ? " (repeatable)" : "")));
        return program(text.append('\n').append(paragraphs(command.notes())).toString());
    }

    /** Returns a text with the command that started this program, as {@code bin/rollcall} gives it, so that examples can be copied. */
    private static String program(String text) {
        return text.replace(Commands.JAR, System.getProperty("rollcall.command", Commands.JAR))
                .stripTrailing();
    }

    private static void entry(StringBuilder out, String name, String text) {
        String head = "  " + name;
        List<String> lines = LineWrap.wrap(text, WIDTH - COLUMN);
        if (head.length() + GAP.length() > COLUMN) {
            out.append(head).append('\n');
            head = "";
        }
        for (String line : lines) {
            out.append(head)
                    .append(" ".repeat(COLUMN - head.length()))
                    .append(line)
                    .append('\n');
            head = "";
        }
    }

    /** Fills the lines of each paragraph; an indented line stays as it is. */
    static String paragraphs(String text) {
        StringBuilder out = new StringBuilder();
        StringBuilder paragraph = new StringBuilder();
        for (String line : (text.stripTrailing() + "\n").split("\n", -1)) {
            if (line.isEmpty() || line.startsWith(" ")) {
                fill(paragraph, out);
                out.append(line).append('\n');
            } else {
                paragraph.append(paragraph.isEmpty() ? "" : " ").append(line);
            }
        }
        return out.toString().stripTrailing() + "\n";
    }

    private static void fill(StringBuilder paragraph, StringBuilder out) {
        if (!paragraph.isEmpty()) {
            LineWrap.wrap(paragraph.toString(), WIDTH)
                    .forEach(line -> out.append(line).append('\n'));
            paragraph.setLength(0);
        }
    }
}
