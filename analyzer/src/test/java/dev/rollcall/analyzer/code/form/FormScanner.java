package dev.rollcall.analyzer.code.form;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the parts of one line of {@link FormText}. */
final class FormScanner {
    private static final Pattern NAME = Pattern.compile("[$\\p{L}_][\\w$]*(~\\d+)?");
    private static final Pattern MEMBER = Pattern.compile("[$\\p{L}_<][\\w$>]*");
    private static final Pattern RUN = Pattern.compile("[^\\s,=(){}\\[\\]!#.]+(\\.[^\\s,=(){}\\[\\]!#.]+)*");
    private static final Pattern WORD = Pattern.compile("[\\w$]+");
    private static final Pattern AT_NAME = Pattern.compile("@([^\\s,(){}\\[\\]]+)");
    private static final Pattern ASSIGNED = Pattern.compile("([$\\p{L}_][\\w$]*(~\\d+)?) = ");
    private static final Pattern KEYWORD = Pattern.compile("(\\w+)=");
    private static final Pattern NUMBER = Pattern.compile("-?(\\d+\\.\\d+(E-?\\d+)?|\\d+|Infinity)|NaN");
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final String line;
    private int at;

    FormScanner(String line) {
        this.line = line;
    }

    String rest() {
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return line.substring(at);
    }

    boolean sees(String sign) {
        return rest().startsWith(sign);
    }

    boolean take(String sign) {
        boolean found = sees(sign);
        at += found ? sign.length() : 0;
        return found;
    }

    void expect(String sign) {
        if (!take(sign)) {
            throw new IllegalArgumentException("expected " + sign + " before: " + rest());
        }
    }

    /** Takes a word that ends here, and is not assigned to. */
    boolean word(String word) {
        String rest = rest();
        boolean whole = word.endsWith("(")
                || rest.length() == word.length()
                || rest.startsWith(" ", word.length()) && !rest.startsWith(" = ", word.length());
        return rest.startsWith(word) && whole && take(word);
    }

    boolean isCommand() {
        return rest().matches("(call|advance|enter) .*|catch( .*)?");
    }

    Optional<String> assigned() {
        Matcher matcher = ASSIGNED.matcher(rest());
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        at += matcher.end();
        return Optional.of(matcher.group(1));
    }

    String keyword() {
        Matcher matcher = KEYWORD.matcher(rest());
        if (!matcher.lookingAt()) {
            return "";
        }
        at += matcher.end();
        return matcher.group(1);
    }

    private Matcher take(Pattern pattern) {
        Matcher matcher = pattern.matcher(rest());
        if (!matcher.lookingAt()) {
            throw new IllegalArgumentException("expected " + pattern + " at: " + rest());
        }
        at += matcher.end();
        return matcher;
    }

    String name() {
        return take(NAME).group();
    }

    String memberName() {
        return take(MEMBER).group();
    }

    /** A word: a target, type or other name with dots, but without signs of the grammar. */
    String run() {
        return take(rest().matches("[a-z_]+\\.(int|long|floating) .*") ? WORD : RUN)
                .group();
    }

    String atName() {
        return take(AT_NAME).group(1);
    }

    /** Returns what stands in braces; empty without them. */
    String braced() {
        if (!take("{")) {
            return "";
        }
        int end = line.indexOf('}', at);
        String text = line.substring(at, end);
        at = end + 1;
        return text;
    }

    FunctionId id() {
        expect("<");
        int depth = 1;
        int from = at;
        while (depth > 0) {
            char c = line.charAt(at++);
            depth += c == '<' ? 1 : c == '>' ? -1 : 0;
        }
        String[] parts = line.substring(from, at - 1).split("\\|", -1);
        return new FunctionId(parts[0], parts[1], parts[2], parts[3]);
    }

    Optional<Literal> literal() {
        String rest = rest();
        if (sees("@")) {
            return Optional.of(Literal.name(atName()));
        }
        if (sees("\"")) {
            String text = take(TEXT).group(1);
            return Optional.of(new Literal(text.translateEscapes()));
        }
        for (Object constant : new Object[] {null, true, false}) {
            if (rest.matches(constant + "\\b.*")) {
                at += String.valueOf(constant).length();
                return Optional.of(new Literal(constant));
            }
        }
        Matcher number = NUMBER.matcher(rest);
        if (!number.lookingAt()) {
            return Optional.empty();
        }
        at += number.end();
        boolean whole = number.group().matches("-?\\d+");
        return Optional.of(
                new Literal(whole ? (Object) Long.valueOf(number.group()) : (Object) Double.valueOf(number.group())));
    }

    boolean atEnd() {
        String rest = rest();
        return rest.isEmpty() || rest.startsWith("->") || rest.startsWith("!") || rest.startsWith("#");
    }

    String remainder() {
        String text = rest();
        at = line.length();
        return text;
    }

    void end() {
        if (!rest().isEmpty()) {
            throw new IllegalArgumentException("not understood: " + rest());
        }
    }
}
