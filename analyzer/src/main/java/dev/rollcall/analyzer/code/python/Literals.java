package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.Literal;
import java.util.Locale;

/** The literals of Python's source. */
final class Literals {
    static final Literal NONE = new Literal(null);
    static final Literal TRUE = new Literal(true);
    static final Literal FALSE = new Literal(false);

    private Literals() {}

    /** Returns the literal that an expression is; null if it is none. */
    static Literal of(SyntaxNode node) {
        SyntaxNode bare = node.bare();
        return switch (bare.type()) {
            case "true" -> TRUE;
            case "false" -> FALSE;
            case "none" -> NONE;
            case "ellipsis" -> Literal.name("Ellipsis");
            case "integer", "float" -> number(bare.text());
            case "string" -> text(bare);
            case "concatenated_string" -> joined(bare);
            case "unary_operator" -> negated(bare);
            default -> null;
        };
    }

    private static Literal negated(SyntaxNode node) {
        Literal of = of(node.child("argument"));
        if (!node.child("operator").is("-") || of == null) {
            return null;
        }
        if (of.value() instanceof Long number) {
            return new Literal(-number);
        }
        return of.value() instanceof Double number ? new Literal(-number) : null;
    }

    private static Literal joined(SyntaxNode node) {
        StringBuilder text = new StringBuilder();
        for (SyntaxNode each : node.parts()) {
            Literal part = of(each);
            if (part == null || !(part.value() instanceof String more)) {
                return null;
            }
            text.append(more);
        }
        return new Literal(text.toString());
    }

    /** A number that a long cannot hold is a double, a complex one is known by name. */
    private static Literal number(String source) {
        String text = source.replace("_", "").toLowerCase(Locale.ROOT);
        int radix = text.startsWith("0x") ? 16 : text.startsWith("0o") ? 8 : text.startsWith("0b") ? 2 : 10;
        try {
            if (radix != 10) {
                return new Literal(Long.parseLong(text.substring(2), radix));
            }
            return text.matches("\\d+") ? new Literal(Long.parseLong(text)) : new Literal(floating(text));
        } catch (NumberFormatException e) {
            return text.matches("\\d+") ? new Literal(floating(text)) : Literal.name(text);
        }
    }

    private static double floating(String text) {
        if (!text.matches("[0-9.e+-]+")) {
            throw new NumberFormatException(text);
        }
        return Double.parseDouble(text);
    }

    private static Literal text(SyntaxNode node) {
        if (node.first("interpolation").isPresent()) {
            return null;
        }
        String source = node.text();
        int quote = 0;
        while (quote < source.length() && source.charAt(quote) != '"' && source.charAt(quote) != '\'') {
            quote++;
        }
        boolean raw = source.substring(0, quote).toLowerCase(Locale.ROOT).contains("r");
        boolean three = source.length() >= quote + 6
                && source.charAt(quote) == source.charAt(quote + 1)
                && source.charAt(quote) == source.charAt(quote + 2);
        int length = three ? 3 : 1;
        int end = Math.max(quote + length, source.length() - length);
        String content = source.substring(Math.min(quote + length, source.length()), Math.min(end, source.length()));
        return new Literal(raw ? content : unescaped(content));
    }

    /** Returns a text without the escapes that Java has, too; one with others stays as it is. */
    static String unescaped(String content) {
        try {
            return content.indexOf('\\') < 0 ? content : content.translateEscapes();
        } catch (IllegalArgumentException other) {
            return content;
        }
    }
}
