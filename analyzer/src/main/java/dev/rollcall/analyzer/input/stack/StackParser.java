package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextFile;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.input.text.TextParser;
import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds stacks of one form in a text. Lines of several ranks or hosts may be interleaved. Not thread-safe. */
public final class StackParser implements TextParser {
    /** Stacks that do not go on for so many lines are over. */
    private static final int LONGEST_PAUSE = 10_000;

    private static final int MOST_WRITERS = 1 << 14;

    private static final Pattern JCMD = Pattern.compile("(\\d{1,10}):\\s*\\R");
    private static final int LONGEST_FIRST_LINE = 64;

    private final List<String> words;
    private final Supplier<StackReading> form;
    private final Map<Writer, StackReading> readings = new LinkedHashMap<>();
    private final Set<Writer> open = new HashSet<>();
    private final MemoryBudget budget;
    private int pause;

    private StackParser(List<String> words, Supplier<StackReading> form, MemoryBudget budget) {
        this.budget = budget;
        this.words = words;
        this.form = form;
    }

    /** What the prefixes of a line say about the process that wrote it. */
    private record Writer(int rank, String host, String all) {}

    /** Makes a parser of the text that {@code py-spy dump} prints, also with {@code --native}, {@code --locals} or {@code -s}. */
    public static StackParser pySpy(MemoryBudget budget) {
        return new StackParser(PySpyText.WORDS, () -> new PySpyText(budget), budget);
    }

    /** Makes a parser of the stacks that Python's {@code faulthandler} prints at a time-out, a signal or a fatal error. */
    public static StackParser faultHandler(MemoryBudget budget) {
        return new StackParser(FaultHandlerText.WORDS, () -> new FaultHandlerText(budget), budget);
    }

    /** Makes a parser of GDB's {@code bt} and {@code thread apply all bt}, and of {@code pstack}, {@code gstack}. */
    public static StackParser gdb(MemoryBudget budget) {
        return new StackParser(GdbText.WORDS, () -> new GdbText(budget), budget);
    }

    /** Makes a parser of the thread dumps of {@code jstack}, {@code jcmd Thread.print} and of a JVM that got SIGQUIT. */
    public static StackParser jstack(MemoryBudget budget) {
        return new StackParser(JstackText.WORDS, () -> new JstackText(budget), budget);
    }

    @Override
    public List<String> words() {
        return words;
    }

    @Override
    public boolean add(TextLine line) {
        Writer writer = new Writer(line.rank(), line.host(), line.writer());
        StackReading reading = readings.get(writer);
        if (reading == null) {
            if (readings.size() == MOST_WRITERS) {
                return false;
            }
            reading = form.get();
            readings.put(writer, reading);
        }
        long before = reading.progress();
        if (reading.add(line.text())) {
            open.add(writer);
        } else {
            open.remove(writer);
        }
        pause = reading.progress() > before ? 0 : pause + 1;
        if (pause > LONGEST_PAUSE) {
            open.clear();
        }
        return !open.isEmpty();
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) throws IOException {
        List<ProcessSource> sources = new ArrayList<>();
        long first = readings.isEmpty() ? -1 : pidInFirstLine(file);
        readings.forEach((writer, reading) -> {
            List<DumpedProcess> processes = reading.processes().stream()
                    .filter(process -> !process.isHelper())
                    .toList();
            for (DumpedProcess process : processes) {
                sources.add(new StackSource(
                        file,
                        writer.host,
                        process.pid < 0 && processes.size() == 1 && readings.size() == 1 ? first : process.pid,
                        // A launcher that looks at several processes prefixes all of them alike.
                        processes.size() == 1 ? writer.rank : -1,
                        process.commandLine,
                        process.snapshots(reading::withSite, Call.NO_TIME)));
            }
        });
        return sources;
    }

    /** Returns the process id that {@code jcmd} prints before a thread dump; -1 for another beginning. */
    private static long pidInFirstLine(Path file) throws IOException {
        Matcher pid = JCMD.matcher(TextFile.beginning(file, LONGEST_FIRST_LINE));
        return pid.lookingAt() ? Long.parseLong(pid.group(1)) : -1;
    }
}
