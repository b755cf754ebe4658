package dev.rollcall.analyzer.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command as it is declared once, for the parser, the help, the man page and the completion. Immutable.
 *
 * @param name what is typed
 * @param operands what follows the name, such as {@code PATH...}; empty for nothing
 * @param summary what it does, in a few words
 * @param about paragraphs before the options; indented lines stay as they are
 * @param options its own options, without {@code --help}, which every command has
 * @param notes paragraphs after the options
 */
record CommandSyntax(
        String name, String operands, String summary, String about, List<CommandOption> options, String notes) {
    static final CommandOption HELP = CommandOption.flag("help", "print this text");

    CommandSyntax {
        options = List.copyOf(options);
    }

    /** Returns the options with {@code --help}. */
    List<CommandOption> allOptions() {
        List<CommandOption> all = new ArrayList<>(options);
        all.add(HELP);
        return all;
    }

    Optional<CommandOption> option(String option) {
        return allOptions().stream().filter(each -> each.name().equals(option)).findFirst();
    }

    /** Returns the command line without the program's name. */
    String usage() {
        String given = operands.isEmpty() ? "" : " " + operands;
        String own = options.isEmpty() ? "" : " [OPTION...]";
        return name + (operands.startsWith("--") ? own + given : given + own);
    }

    /** Returns whether paths may follow the name. */
    boolean takesPaths() {
        return operands.startsWith("PATH") || operands.startsWith("FILE");
    }
}
