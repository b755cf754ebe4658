package dev.rollcall.analyzer.input.horovod;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.input.text.TextParser;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the warnings of Horovod's stall inspector in a file: tensors that some ranks submitted and others did not. Rank 0 repeats
 * them, so the newest one counts. The formats are those of {@code horovod/common/stall_inspector.cc} and, before Horovod 0.19, of
 * {@code operations.cc}. Not thread-safe.
 */
public final class StallParser implements TextParser {
    private static final String LAUNCHER = "(?:\\[\\d+(?:,\\d+)?\\]<std(?:err|out)>:)?+\\s*";

    private static final Pattern BEGIN = Pattern.compile("(?:Missing|Stalled) (?:ranks|ops):");

    /** {@code 1: [tensor, tensor ...]}; an exclamation mark shows that Horovod ends the job because of it. */
    private static final Pattern RANK = Pattern.compile(LAUNCHER + "(\\d{1,7})!?: \\[(.*)");

    /** {@code tensor [missing ranks: 1, 3]}, of Horovod before 0.19. */
    private static final Pattern TENSOR =
            Pattern.compile(LAUNCHER + "(\\S{1,1000}+) \\[missing ranks: ?([\\d, ]{1,10000}+)");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

    /** Lines of other processes that may stand between those of a warning. */
    private static final int MOST_FOREIGN_LINES = 16;

    private StallReport report = new StallReport();
    private int foreignLines;

    /** Makes a parser for one file. */
    public StallParser() {}

    @Override
    public List<String> words() {
        return List.of("Missing ranks:", "Stalled ranks:", "Stalled ops:");
    }

    @Override
    public boolean add(TextLine line) {
        Matcher begin = BEGIN.matcher(line.text());
        if (begin.find()) {
            report = new StallReport();
            foreignLines = 0;
            return true;
        }
        Matcher rank = RANK.matcher(line.text());
        Matcher tensor = TENSOR.matcher(line.text());
        if (rank.lookingAt()) {
            report.add(Integer.parseInt(rank.group(1)), rank.group(2).split("[,\\]]", 2)[0]);
        } else if (tensor.lookingAt()) {
            NUMBER.matcher(tensor.group(2))
                    .results()
                    .forEach(number -> report.add(Integer.parseInt(number.group()), tensor.group(1)));
        } else {
            foreignLines++;
        }
        return foreignLines < MOST_FOREIGN_LINES;
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) {
        return List.copyOf(StallSource.of(file, report));
    }
}
