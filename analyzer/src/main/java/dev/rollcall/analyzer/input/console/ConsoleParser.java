package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.input.text.TextParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Finds what PyTorch's watchdog, Python and torchrun write when a job hangs or ends, in one stream of all ranks or in a file of one
 * rank. A stream can hold several jobs, as the output of {@code docker compose} does: where two of its containers or hosts write as
 * the same rank, each has a console of its own, like a file of its own. Not thread-safe.
 */
public final class ConsoleParser implements TextParser {
    private static final int MOST_HOSTS = 1 << 12;

    private final MemoryBudget budget;
    private final Map<String, ConsoleStream> byHost = new LinkedHashMap<>();
    private Supplier<List<TextLine>> sampling = List::of;
    private List<TextLine> sample;
    private boolean ranksBeforeAllLines;
    private ConsoleStream all;

    /** Makes a parser for one file that keeps as much as the budget allows. */
    public ConsoleParser(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public List<String> words() {
        return MessageKind.words();
    }

    @Override
    public void sample(Supplier<List<TextLine>> lines) {
        sampling = lines;
    }

    @Override
    public boolean add(TextLine line) {
        return add(line, true);
    }

    @Override
    public boolean addNext(TextLine line) {
        return add(line, false);
    }

    private boolean add(TextLine line, boolean withWord) {
        if (all == null) {
            sample = sampling.get();
            ranksBeforeAllLines = ConsoleStream.showsRanksBeforeAllLines(sample);
            all = stream("");
        }
        boolean wanted = all.add(line, withWord);
        if (!line.host().isEmpty() && (byHost.containsKey(line.host()) || byHost.size() < MOST_HOSTS)) {
            wanted |= byHost.computeIfAbsent(line.host(), this::stream).add(line, withWord);
        }
        return wanted;
    }

    /** Returns an empty stream for the lines of a host, or of all hosts. */
    private ConsoleStream stream(String host) {
        ConsoleStream stream = new ConsoleStream(budget, ranksBeforeAllLines);
        sample.stream()
                .filter(line -> host.isEmpty() || line.host().equals(host))
                .forEach(stream::writesLines);
        return stream;
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) throws IOException {
        if (all == null) {
            return List.of();
        }
        if (!anyRankHasTwoHosts()) {
            return all.sources(file, "");
        }
        List<ProcessSource> sources = new ArrayList<>();
        for (Map.Entry<String, ConsoleStream> each : byHost.entrySet()) {
            sources.addAll(each.getValue().sources(file, each.getKey()));
        }
        return sources;
    }

    /** Returns the ranks that only print what programs print: by {@code [rank3]:}, or by the name of the file. */
    @Override
    public List<ProcessSource> writers(Path file) {
        BitSet ranks = new BitSet();
        for (TextLine line : sampling.get()) {
            if (line.rank() >= 0 && line.rank() < ReportedRanks.MOST) {
                ranks.set(line.rank());
            }
        }
        int own = RankInPath.of(file);
        if (ranks.isEmpty() && own >= 0 && own < ReportedRanks.MOST) {
            ranks.set(own);
        }
        return ranks.stream()
                .filter(rank -> budget.take(ReportedRanks.BYTES_OF_RANK))
                .<ProcessSource>mapToObj(rank -> ConsoleSource.ofWriter(file, rank, ranks.length()))
                .toList();
    }

    private boolean anyRankHasTwoHosts() {
        BitSet known = new BitSet();
        for (ConsoleStream stream : byHost.values()) {
            BitSet writers = stream.writers();
            if (known.intersects(writers)) {
                return true;
            }
            known.or(writers);
        }
        return false;
    }
}
