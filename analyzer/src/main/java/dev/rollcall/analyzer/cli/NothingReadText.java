package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.report.view.CollectCommands;
import dev.rollcall.analyzer.report.view.CollectCommands.Command;
import dev.rollcall.analyzer.report.view.Printable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What {@code analyze} says where it found no evidence: what is there instead, and how to collect evidence before the job ends. */
final class NothingReadText {
    private static final int MOST_FILES = 8;

    private NothingReadText() {}

    /** Returns the text for paths of which no job was read. */
    static String of(List<Path> paths, ReadResult reading) {
        if (paths.stream().noneMatch(Files::exists)) {
            return "no such file or folder: "
                    + paths.stream().map(Path::toString).collect(Collectors.joining(", "));
        }
        List<Unreadable> files = reading.unreadable();
        StringBuilder text = new StringBuilder();
        if (files.isEmpty()) {
            text.append("no file in ").append(paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
        } else {
            boolean none = files.stream().allMatch(file -> file.kind() == Kind.UNREADABLE);
            text.append(none ? "nothing here shows what a rank did:" : "no file shows what a known rank did:");
            files.stream()
                    .limit(MOST_FILES)
                    .forEach(file -> text.append("\n  ")
                            .append(Printable.path(file.file()))
                            .append(": ")
                            .append(file.reason()));
            if (files.size() > MOST_FILES) {
                text.append("\n  and ").append(files.size() - MOST_FILES).append(" more");
            }
        }
        text.append("\n\nWhat can be read:\n").append(Commands.SOURCES.stripTrailing());
        text.append("\n\n")
                .append(CollectCommands.TITLE)
                .append(", collect this, and analyze it together with the rest:");
        for (Command command : CollectCommands.of(reading.launcher())) {
            text.append("\n  ").append(command.purpose()).append(":\n    ").append(command.line());
        }
        return text.append(
                        "\n\ndocs/reading-other-dumps.md (pip puts it below share/doc/rollcall) says what each of them"
                                + " shows, and how to prepare the next run.")
                .toString();
    }
}
