package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reads what the processes of a job wrote, in any mixture: one pass over the file gives each line to the parsers that look for one
 * of its words. Thread-safe.
 */
public final class TextReader implements SourceReader {
    /** The names of files into which launchers, batch systems and people write a process's output. */
    private static final Pattern OUTPUT = Pattern.compile(
            "(?i)\\.(log|out|err|txt|console)(\\.\\d+)?$|^(stdout|stderr|slurm|console|nohup)|\\.[oe]\\d+$");

    private final List<Supplier<TextParser>> parsers;
    private final WordSearch anyWord;

    /** Makes a reader; each supplier makes a parser for a file. */
    public TextReader(List<Supplier<TextParser>> parsers) {
        this.parsers = List.copyOf(parsers);
        this.anyWord = new WordSearch(parsers.stream()
                .flatMap(parser -> parser.get().words().stream())
                .toList());
    }

    @Override
    public String formatName() {
        return "console or log";
    }

    /** A file is read if its name is that of an output, or if its beginning has a word of a parser. */
    @Override
    public boolean recognizes(Path file, byte[] head) {
        return TextFile.canBeText(head)
                && (OUTPUT.matcher(file.getFileName().toString()).find() || anyWord.find(head, 0, head.length) >= 0);
    }

    /** Reads a file. The list is empty if no parser found evidence in it. */
    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        List<TextParser> reading = parsers.stream().map(Supplier::get).toList();
        List<WordSearch> words =
                reading.stream().map(parser -> new WordSearch(parser.words())).toList();
        boolean[] wanting = new boolean[reading.size()];
        LinePrefix prefix = PrefixSample.prefixesOf(TextFile.sample(file));
        try (TextLines lines = TextFile.lines(file)) {
            boolean anyWanting = false;
            for (TextLines.Line raw = lines.next(anyWanting ? null : anyWord);
                    raw != null;
                    raw = lines.next(anyWanting ? null : anyWord)) {
                anyWanting = false;
                boolean[] wanted = new boolean[reading.size()];
                for (int i = 0; i < wanted.length; i++) {
                    wanted[i] = wanting[i] || raw.has(words.get(i));
                    wanting[i] = false;
                }
                for (TextLine line : prefix.remove(raw.text(), raw.whole())) {
                    for (int i = 0; i < wanted.length; i++) {
                        wanting[i] |= wanted[i] && reading.get(i).add(line);
                        anyWanting |= wanting[i];
                    }
                }
            }
        }
        List<ProcessSource> sources = new ArrayList<>();
        IOException useless = null;
        boolean cutOff = TextFile.endsWithinLine(file);
        for (TextParser parser : reading) {
            try {
                sources.addAll(parser.sources(file, cutOff));
            } catch (IOException noUse) {
                useless = noUse;
            }
        }
        if (sources.isEmpty() && useless != null) {
            throw useless;
        }
        return sources;
    }
}
