package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.input.text.TextParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what PyTorch's watchdog, Python and torchrun write when a job hangs or ends, in one stream of all ranks or in a file of one
 * rank. A stream can hold several jobs, as the output of {@code docker compose} does: where two of its containers or hosts write as
 * the same rank, each has a console of its own, like a file of its own. Not thread-safe.
 */
public final class ConsoleParser implements TextParser {
    private static final int MOST_HOSTS = 1 << 12;

    private final MemoryBudget budget;
    private final ConsoleStream all;
    private final Map<String, ConsoleStream> byHost = new LinkedHashMap<>();

    /** Makes a parser for one file that keeps as much as the budget allows. */
    public ConsoleParser(MemoryBudget budget) {
        this.budget = budget;
        this.all = new ConsoleStream(budget);
    }

    @Override
    public List<String> words() {
        return ConsoleStream.words();
    }

    @Override
    public boolean add(TextLine line) {
        boolean wanted = all.add(line);
        if (!line.host().isEmpty() && (byHost.containsKey(line.host()) || byHost.size() < MOST_HOSTS)) {
            wanted |= byHost.computeIfAbsent(line.host(), host -> new ConsoleStream(budget))
                    .add(line);
        }
        return wanted;
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) {
        if (!anyRankHasTwoHosts()) {
            return all.sources(file, "");
        }
        List<ProcessSource> sources = new ArrayList<>();
        byHost.forEach((host, stream) -> sources.addAll(stream.sources(file, host)));
        return sources;
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
