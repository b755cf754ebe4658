package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.ProcessSource;
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

/** Finds stacks of one form in a text. Lines of several ranks or hosts may be interleaved. Not thread-safe. */
public final class StackParser implements TextParser {
    /** A stack that does not go on for so many lines is over. */
    private static final int LONGEST_PAUSE = 10_000;

    private static final int MOST_WRITERS = 1 << 14;

    private final List<String> words;
    private final Supplier<StackReading> form;
    private final Map<Writer, StackReading> readings = new LinkedHashMap<>();
    private final Set<Writer> open = new HashSet<>();
    private int pause;

    private StackParser(List<String> words, Supplier<StackReading> form) {
        this.words = words;
        this.form = form;
    }

    /** What the prefix of a line says about the process that wrote it. */
    private record Writer(int rank, String host) {}

    /** Makes a parser of the text that {@code py-spy dump} prints, also with {@code --native}, {@code --locals} or {@code -s}. */
    public static StackParser pySpy() {
        return new StackParser(PySpyText.WORDS, PySpyText::new);
    }

    /** Makes a parser of the stacks that Python's {@code faulthandler} prints at a time-out, a signal or a fatal error. */
    public static StackParser faultHandler() {
        return new StackParser(FaultHandlerText.WORDS, FaultHandlerText::new);
    }

    /** Makes a parser of GDB's {@code bt} and {@code thread apply all bt}, and of {@code pstack}, {@code gstack}. */
    public static StackParser gdb() {
        return new StackParser(GdbText.WORDS, GdbText::new);
    }

    /** Makes a parser of the thread dumps of {@code jstack}, {@code jcmd Thread.print} and of a JVM that got SIGQUIT. */
    public static StackParser jstack() {
        return new StackParser(JstackText.WORDS, JstackText::new);
    }

    @Override
    public List<String> words() {
        return words;
    }

    @Override
    public boolean add(TextLine line) {
        Writer writer = new Writer(line.rank(), line.host());
        StackReading reading = readings.get(writer);
        if (reading == null) {
            if (readings.size() == MOST_WRITERS) {
                return false;
            }
            reading = form.get();
            readings.put(writer, reading);
        }
        if (reading.add(line.text())) {
            open.add(writer);
            pause = 0;
        } else {
            open.remove(writer);
            pause++;
        }
        return !open.isEmpty() && pause < LONGEST_PAUSE;
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) throws IOException {
        List<ProcessSource> sources = new ArrayList<>();
        readings.forEach((writer, reading) -> {
            List<DumpedProcess> processes = reading.processes().stream()
                    .filter(process -> !process.isHelper())
                    .toList();
            for (DumpedProcess process : processes) {
                sources.add(new StackSource(
                        file,
                        writer.host,
                        process.pid,
                        // A launcher that looks at several processes prefixes all of them alike.
                        processes.size() == 1 ? writer.rank : -1,
                        process.commandLine,
                        process.snapshots(reading::withSite, Call.NO_TIME)));
            }
        });
        return sources;
    }
}
