package dev.rollcall.analyzer.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints scripts that complete the declared commands and options in a shell. Stateless. */
final class ShellCompletion {
    private ShellCompletion() {}

    /** Returns a script for bash, 3.2 or later, which needs no other package (bash manual, "Programmable Completion"). */
    static String bash() {
        StringBuilder cases = new StringBuilder();
        StringBuilder words = new StringBuilder();
        for (CommandSyntax command : Commands.ALL) {
            for (CommandOption option : command.options()) {
                if (option.hasValue()) {
                    cases.append("    ")
                            .append(command.name())
                            .append(':')
                            .append("--")
                            .append(option.name())
                            .append(") ")
                            .append(bashValues(option))
                            .append(" ;;\n");
                }
            }
            words.append("    ").append(command.name()).append(") ");
            String options = Stream.concat(
                            operandChoices(command).stream(),
                            command.allOptions().stream().map(option -> "--" + option.name()))
                    .collect(Collectors.joining(" "));
            words.append("_rollcall_words '")
                    .append(options)
                    .append("'")
                    .append(command.takesPaths() ? "; [[ $cur == -* ]] || _rollcall_paths -f" : "")
                    .append(" ;;\n");
        }
        return """
                # Completes rollcall in bash. Load it with: source <(rollcall completion bash)
                _rollcall_words() {
                  local each
                  for each in $1; do
                    [[ $each == "$cur"* ]] && [[ $each != -* || $cur == -* ]] && COMPREPLY+=("$each")
                  done
                }

                _rollcall_paths() {
                  local each
                  while IFS= read -r each; do
                    COMPREPLY+=("$each")
                  done < <(compgen "$1" -- "$cur")
                }

                _rollcall() {
                  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
                  COMPREPLY=()
                  if ((COMP_CWORD == 1)); then
                    _rollcall_words '@COMMANDS@'
                    return
                  fi
                  # bash makes three words of --format=json.
                  if [[ $cur == = ]]; then
                    cur=
                  elif [[ $prev == = ]]; then
                    prev=${COMP_WORDS[COMP_CWORD - 2]}
                  fi
                  case ${COMP_WORDS[1]}:$prev in
                @VALUES@    *) _rollcall_operands ;;
                  esac
                }

                _rollcall_operands() {
                  case ${COMP_WORDS[1]} in
                @OPERANDS@  esac
                }

                complete -o filenames -F _rollcall rollcall
                """.replace("@COMMANDS@", commands() + " --help --version")
                .replace("@VALUES@", cases)
                .replace("@OPERANDS@", words);
    }

    private static String commands() {
        return Commands.ALL.stream().map(CommandSyntax::name).collect(Collectors.joining(" "));
    }

    /** Returns the words that may follow a command's name; empty where those are no fixed words. */
    private static List<String> operandChoices(CommandSyntax command) {
        if (command.equals(Commands.HELP)) {
            return Stream.concat(Commands.names().stream(), Stream.of("schema")).toList();
        }
        String operands = command.operands();
        return operands.indexOf('|') < 0 ? List.of() : List.of(operands.split("\\|"));
    }

    private static String bashValues(CommandOption option) {
        if (option.namesFolder()) {
            return "_rollcall_paths -d";
        }
        if (option.namesPath()) {
            return "_rollcall_paths -f";
        }
        return option.choices().isEmpty() ? ":" : "_rollcall_words '" + String.join(" ", option.choices()) + "'";
    }

    /** Returns a script for zsh (zsh manual, "Completion System"). */
    static String zsh() {
        StringBuilder commands = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        for (CommandSyntax command : Commands.ALL) {
            commands.append("    ")
                    .append(quoted(command.name() + ":" + command.summary()))
                    .append('\n');
            cases.append("    ").append(command.name()).append(")\n      _arguments");
            command.allOptions().forEach(option -> cases.append(" \\\n        ").append(quoted(zshOption(option))));
            String operands = zshOperands(command);
            if (!operands.isEmpty()) {
                cases.append(" \\\n        ").append(quoted(operands));
            }
            cases.append("\n      ;;\n");
        }
        return """
                #compdef rollcall
                # Completes rollcall in zsh. Load it with: source <(rollcall completion zsh)
                _rollcall() {
                  local -a commands
                  commands=(
                @COMMANDS@  )
                  if ((CURRENT == 2)); then
                    _describe -t commands command commands
                    return
                  fi
                  local command=$words[2]
                  shift words
                  ((CURRENT--))
                  case $command in
                @CASES@  esac
                }

                if [[ $funcstack[1] == _rollcall ]]; then
                  _rollcall "$@"
                else
                  compdef _rollcall rollcall
                fi
                """.replace("@COMMANDS@", commands).replace("@CASES@", cases);
    }

    private static String zshOption(CommandOption option) {
        String name = (option.repeatable() ? "*" : "") + "--" + option.name();
        String text = "[" + option.brief().replace("[", "\\[").replace("]", "\\]") + "]";
        if (!option.hasValue()) {
            return name + text;
        }
        String values = option.namesFolder()
                ? "_files -/"
                : option.namesPath() ? "_files" : option.choices().isEmpty() ? " " : words(option.choices());
        return name + "=" + text + ":" + option.name() + ":" + values;
    }

    private static String zshOperands(CommandSyntax command) {
        if (command.takesPaths()) {
            return "*:path:_files";
        }
        return operandChoices(command).isEmpty() ? "" : "1:word:" + words(operandChoices(command));
    }

    private static String words(List<String> words) {
        return "(" + String.join(" ", words) + ")";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
