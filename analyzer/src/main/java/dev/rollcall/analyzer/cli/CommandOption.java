package dev.rollcall.analyzer.cli;

import java.util.List;

/**
 * An option of a command. Immutable.
 *
 * @param name without the dashes
 * @param argument what its value is, such as {@code FILE}, {@code DIR} or {@code text|json}; empty for an option without a value
 * @param repeatable whether it may be given several times
 * @param text what it does, for the help
 */
record CommandOption(String name, String argument, boolean repeatable, String text) {

    /** Returns an option without a value. */
    static CommandOption flag(String name, String text) {
        return new CommandOption(name, "", false, text);
    }

    /** Returns an option with a value that can be given once. */
    static CommandOption once(String name, String argument, String text) {
        return new CommandOption(name, argument, false, text);
    }

    /** Returns an option with a value that can be given several times. */
    static CommandOption repeatable(String name, String argument, String text) {
        return new CommandOption(name, argument, true, text);
    }

    boolean hasValue() {
        return !argument.isEmpty();
    }

    /** Returns the values that it can have; empty where they are not a list of words. */
    List<String> choices() {
        return argument.indexOf('|') < 0 ? List.of() : List.of(argument.split("\\|"));
    }

    /** Returns whether its value names a file or a folder. */
    boolean namesPath() {
        return argument.equals("FILE") || argument.equals("PATH") || namesFolder();
    }

    /** Returns whether its value names a folder. */
    boolean namesFolder() {
        return argument.equals("DIR");
    }

    /** Returns the option as it is typed, with its argument. */
    String typed() {
        return "--" + name + (hasValue() ? " " + argument : "");
    }

    /** Returns the first words of the text, up to the first full stop, semicolon or parenthesis. */
    String brief() {
        return text.split("[.;(]", 2)[0].strip();
    }
}
