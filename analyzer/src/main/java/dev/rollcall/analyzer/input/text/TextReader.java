package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.InputLimits.Limit;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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

    private final InputLimits limits;
    private final List<Supplier<TextParser>> parsers;
    private final WordSearch anyWord;

    /** The places of each parser's words in that search. */
    private final List<BitSet> words = new ArrayList<>();

    /**
     * Makes a reader.
     *
     * @param limits say how much of a file is read
     * @param parsers each makes a parser for a file
     */
    public TextReader(InputLimits limits, List<Supplier<TextParser>> parsers) {
        this.limits = limits;
        this.parsers = List.copyOf(parsers);
        List<String> searched = new ArrayList<>(LinePrefix.FILE_HEADERS);
        for (Supplier<TextParser> parser : parsers) {
            int first = searched.size();
            searched.addAll(parser.get().words());
            BitSet ofParser = new BitSet();
            ofParser.set(first, searched.size());
            words.add(ofParser);
        }
        this.anyWord = new WordSearch(searched);
    }

    @Override
    public String formatName() {
        return "console or log";
    }

    /**
     * A file is read if its name is that of an output, or if its beginning is text with a word of a parser. An output can begin
     * with zeros, where it was truncated while a process had it open.
     */
    @Override
    public boolean recognizes(Path file, byte[] head) {
        return OUTPUT.matcher(file.getFileName().toString()).find()
                || TextFile.canBeText(head) && anyWord.find(head, 0, head.length) >= 0;
    }

    /** Reads a file. The list is empty if no parser found evidence in it. */
    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        return open(file, List.of());
    }

    /**
     * Reads a file after its older parts, as if it had not been rotated.
     *
     * @param olderParts the parts that were rotated away, the oldest first
     */
    public List<ProcessSource> open(Path file, List<Path> olderParts) throws IOException {
        List<TextParser> reading = parsers.stream().map(Supplier::get).toList();
        boolean[] wanting = new boolean[reading.size()];
        List<String> sample = TextFile.sample(file);
        LinePrefix prefix = PrefixSample.prefixesOf(sample);
        LinePrefix ofSample = prefix.unused();
        reading.forEach(parser -> parser.sample(() -> withoutPrefixes(sample, ofSample.unused())));
        boolean cutOff;
        try (TextLines lines = TextFile.lines(file, olderParts, anyWord, limits)) {
            boolean anyWanting = false;
            SplitLines split = new SplitLines(limits.intOf(Limit.LINE));
            boolean[] wanted = new boolean[wanting.length];
            for (TextLines.Line raw = lines.nextWithWord();
                    raw != null;
                    raw = anyWanting || split.areOpen() ? lines.next() : lines.nextWithWord()) {
                addWanted(wanted, raw);
                List<TextLine> read = joined(prefix.remove(raw.text(), raw.whole()), raw, prefix, split);
                if (read.isEmpty()) {
                    continue;
                }
                for (int row = 1; row < WrappedLine.MOST_ROWS && WrappedLine.isBroken(read); row++) {
                    TextLines.Line next = lines.next();
                    if (next == null) {
                        break;
                    }
                    addWanted(wanted, next);
                    List<TextLine> rows = joined(prefix.remove(next.text(), next.whole()), next, prefix, split);
                    read = rows.isEmpty() ? read : WrappedLine.join(read, rows);
                }
                anyWanting = false;
                for (int i = 0; i < wanted.length; i++) {
                    wanting[i] = (wanted[i] || wanting[i]) && add(read, wanted[i], reading.get(i));
                    anyWanting |= wanting[i];
                }
                if (!split.areOpen()) {
                    Arrays.fill(wanted, false);
                }
            }
            List<TextLine> unfinished = split.end();
            for (int i = 0; i < wanted.length; i++) {
                if (wanted[i] || wanting[i]) {
                    add(unfinished, wanted[i], reading.get(i));
                }
            }
            cutOff = lines.endsWithinLine();
        }
        List<ProcessSource> sources = new ArrayList<>();
        IOException useless = null;
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
        if (sources.isEmpty()) {
            reading.forEach(parser -> sources.addAll(parser.writers(file)));
        }
        return sources;
    }

    private static List<TextLine> joined(
            List<TextLine> lines, TextLines.Line raw, LinePrefix prefix, SplitLines split) {
        boolean isPart = raw.whole() && !lines.get(lines.size() - 1).whole();
        return split.add(lines, prefix.stream(), isPart);
    }

    private static List<TextLine> withoutPrefixes(List<String> lines, LinePrefix prefix) {
        return lines.stream()
                .flatMap(line -> prefix.remove(line, true).stream())
                .toList();
    }

    private static boolean add(List<TextLine> lines, boolean withWord, TextParser parser) {
        boolean wantsNext = false;
        for (TextLine line : lines) {
            wantsNext |= withWord ? parser.add(line) : parser.addNext(line);
        }
        return wantsNext;
    }

    /** Marks the parsers that look for a word in a line. */
    private void addWanted(boolean[] wanted, TextLines.Line line) {
        BitSet found = line.wordsOf(anyWord);
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] |= found.intersects(words.get(i));
        }
    }
}
