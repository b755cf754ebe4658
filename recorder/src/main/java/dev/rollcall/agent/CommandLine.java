package dev.rollcall.agent;

import java.util.List;

/**
 * A command line without what looks like a secret. The rule is in docs/security.md; the native recorder has the same in
 * {@code command_line.c}. Immutable and thread-safe.
 */
final class CommandLine {
    private static final String MASK = "***";
    private static final String SCHEME_END = "://";

    /** A word of a name that ends with one of these makes the name a secret's. */
    private static final List<String> SECRETS = List.of(
            "password",
            "passwords",
            "passwd",
            "passphrase",
            "pass",
            "pwd",
            "secret",
            "secrets",
            "token",
            "credential",
            "credentials",
            "key",
            "keys",
            "auth",
            "authorization",
            "cookie");

    private CommandLine() {}

    /** Returns the arguments, joined by spaces, with the values of secrets masked. */
    static String masked(List<String> arguments) {
        StringBuilder line = new StringBuilder();
        boolean valueNext = false;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            line.append(i > 0 ? " " : "");
            if (valueNext && !argument.startsWith("--")) {
                line.append(MASK);
                valueNext = false;
            } else {
                line.append(maskedValue(withoutUserInfo(argument)));
                valueNext = argument.startsWith("-") && nameEnd(argument, 0) == argument.length() && secret(argument);
            }
        }
        return line.toString();
    }

    /** Masks what stands between the scheme and the host of each URL. */
    private static String withoutUserInfo(String argument) {
        StringBuilder clean = new StringBuilder();
        int done = 0;
        int scheme = argument.indexOf(SCHEME_END);
        while (scheme >= 0) {
            int start = scheme + SCHEME_END.length();
            int end = start;
            int at = -1;
            while (end < argument.length() && "/?# \t\n\"'".indexOf(argument.charAt(end)) < 0) {
                at = argument.charAt(end) == '@' ? end : at;
                end++;
            }
            clean.append(argument, done, start);
            done = start;
            if (at >= 0) {
                clean.append(MASK);
                done = at;
            }
            scheme = argument.indexOf(SCHEME_END, end);
        }
        return clean.append(argument, done, argument.length()).toString();
    }

    /** Masks all that follows the first name of a secret and its separator. */
    private static String maskedValue(String argument) {
        int start = 0;
        while (start < argument.length()) {
            int end = nameEnd(argument, start);
            if (end > start && secret(argument.substring(start, end))) {
                int separator = end;
                if (separator < argument.length() && "\"'".indexOf(argument.charAt(separator)) >= 0) {
                    separator++;
                }
                char found = separator < argument.length() ? argument.charAt(separator) : 0;
                boolean option = argument.charAt(start) == '-' && (found == ' ' || found == '\t');
                if (found == '=' || found == ':' || option) {
                    int value = separator + 1;
                    while (value < argument.length() && argument.charAt(value) == ' ') {
                        value++;
                    }
                    return value < argument.length() ? argument.substring(0, value) + MASK : argument;
                }
            }
            start = end + 1;
        }
        return argument;
    }

    /** Returns where a name that starts at an index ends. */
    private static int nameEnd(String text, int start) {
        int end = start;
        while (end < text.length()
                && (letter(text.charAt(end)) || digit(text.charAt(end)) || "_.-".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        return end;
    }

    private static boolean secret(String name) {
        for (int i = 0; i < name.length(); i++) {
            char next = i + 1 < name.length() ? name.charAt(i + 1) : 0;
            boolean camel = upper(next) && !upper(name.charAt(i));
            if (letter(name.charAt(i)) && (!letter(next) || camel)) {
                for (String ending : SECRETS) {
                    if (name.regionMatches(true, i + 1 - ending.length(), ending, 0, ending.length())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean letter(char c) {
        return (c >= 'a' && c <= 'z') || upper(c);
    }

    private static boolean upper(char c) {
        return c >= 'A' && c <= 'Z';
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }
}
