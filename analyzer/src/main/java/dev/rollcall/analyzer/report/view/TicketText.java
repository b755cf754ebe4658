package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.verdict.Verdict;
import java.util.regex.Pattern;

/** A verdict as Markdown, for a ticket. What comes from a trace is escaped, so that it is neither markup nor a mention. */
public final class TicketText {
    /** An underscore within a word is none of Markdown's. */
    private static final Pattern MARKUP = Pattern.compile("[\\\\`*\\[\\]<>#|~@&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])");

    private TicketText() {}

    /** Returns a few lines: the sentence, the facts, the calls that collide and what to do. */
    public static String of(Verdict verdict, HeadView head, CollisionView collision, Prose nextStep) {
        StringBuilder text = new StringBuilder();
        text.append("**").append(prose(head.sentence())).append("**\n\n");
        if (!head.detail().parts().isEmpty()) {
            text.append(prose(head.detail())).append("\n\n");
        }
        text.append("- Verdict: ").append(head.outcome());
        text.append(head.cause().isEmpty() ? "" : ", " + head.cause()).append('\n');
        head.facts()
                .forEach(fact -> text.append("- ")
                        .append(fact.label())
                        .append(": ")
                        .append(escaped(fact.value()))
                        .append('\n'));
        if (!collision.condition().isEmpty()) {
            text.append("- Condition: ")
                    .append(code(collision.condition()))
                    .append(" at ")
                    .append(code(collision.conditionPlace()))
                    .append('\n');
        }
        collision
                .sides()
                .forEach(side -> text.append("- ")
                        .append(escaped(side.who() + " " + side.did()))
                        .append(' ')
                        .append(code(side.call()))
                        .append(side.place().isEmpty() ? "" : " at " + code(side.place()))
                        .append('\n'));
        if (!nextStep.parts().isEmpty()) {
            text.append("\nWhat to do: ").append(prose(nextStep)).append('\n');
        }
        return text.append("\nFrom the report of ")
                .append(escaped(JobTitles.of(verdict.job())))
                .append(".\n")
                .toString();
    }

    private static String prose(Prose prose) {
        StringBuilder text = new StringBuilder();
        prose.parts().forEach(part -> text.append(part.code() ? code(part.text()) : escaped(part.text())));
        return text.toString();
    }

    /** Returns a text without the meaning that Markdown gives its characters. */
    private static String escaped(String text) {
        return MARKUP.matcher(text).replaceAll(mark -> switch (mark.group()) {
            case "@" -> "&#64;";
            case "&" -> "&amp;";
            case "<" -> "&lt;";
            default -> "\\\\" + (mark.group().equals("\\") ? "\\\\" : mark.group());
        });
    }

    /** Returns a text as code; a fence of one backtick more than the text holds keeps it whole. */
    private static String code(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(longest + 1);
        String room = longest == 0 ? "" : " ";
        return text.isEmpty() ? "" : fence + room + text + room + fence;
    }
}
