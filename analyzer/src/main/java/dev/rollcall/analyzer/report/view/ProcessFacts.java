package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.RecorderInfo;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.List;

/** What one source says of its process, as labelled lines; all safe to print, what is not known left out. */
public final class ProcessFacts {
    private static final int LONGEST_COMMAND = 160;
    private static final int MOST_UNRECORDED = 3;

    private final ProcessTrace process;
    private final List<Fact> facts = new ArrayList<>();

    private ProcessFacts(ProcessTrace process) {
        this.process = process;
    }

    /**
     * A labelled line.
     *
     * @param label one word
     * @param text the rest
     * @param warning whether it tells that something is missing or went wrong
     */
    public record Fact(String label, String text, boolean warning) {}

    /** Returns the lines. */
    public static List<Fact> of(ProcessTrace process) {
        ProcessFacts view = new ProcessFacts(process);
        view.collect();
        return view.facts;
    }

    private void collect() {
        add("job", Printable.of(process.job()));
        add(process.ranks().size() > 1 ? "ranks" : "rank", ranks());
        add("host", host());
        add("started", process.started() == Call.NO_TIME ? "" : Times.moment(process.started()));
        add("alive", alive());
        Ending ending = process.ending();
        facts.add(new Fact("end", end(), ending != null && ending.kind() == Ending.Kind.UNCAUGHT_EXCEPTION));
        add("threads", threads());
        add("command", command());
        add("recorder", recorder());
        process.losses().forEach(loss -> warn("missing", Printable.of(loss)));
        lost();
        process.recorder().notInstrumented().stream()
                .limit(MOST_UNRECORDED)
                .forEach(method -> warn("missing", "not recorded: " + Printable.of(method)));
        int more = process.recorder().notInstrumented().size() - MOST_UNRECORDED;
        if (more > 0) {
            warn(
                    "missing",
                    "not recorded: " + more + (more == 1 ? " more method" : " more methods")
                            + " (--format json lists them)");
        }
    }

    private void add(String label, String text) {
        if (!text.isEmpty()) {
            facts.add(new Fact(label, text, false));
        }
    }

    private void warn(String label, String text) {
        facts.add(new Fact(label, text, true));
    }

    private String ranks() {
        String ranks = process.ranks().isEmpty() ? "unknown" : RankText.numbers(process.ranks());
        return ranks + (process.world() < 0 ? "" : " of " + process.world());
    }

    private String host() {
        String host = Printable.of(process.host());
        String pid = process.pid() < 0 ? "" : "process " + process.pid();
        return host + (host.isEmpty() || pid.isEmpty() ? "" : ", ") + pid;
    }

    private String alive() {
        if (process.lastAlive() == Call.NO_TIME) {
            return "";
        }
        String after = process.started() == Call.NO_TIME || process.started() > process.lastAlive()
                ? ""
                : ", " + Times.duration(process.lastAlive() - process.started()) + " after its start";
        return "last seen " + Times.moment(process.lastAlive()) + after;
    }

    private String end() {
        Ending ending = process.ending();
        if (ending == null) {
            return "none recorded: the process was still running, or was killed";
        }
        String signal = ending.signal().isEmpty()
                ? ""
                : "received " + Printable.of(ending.signal()) + ", " + Times.moment(ending.time());
        if (ending.isAlive()) {
            return "none: the process is running on this machine" + (signal.isEmpty() ? "" : ", and " + signal);
        }
        if (!signal.isEmpty()) {
            return signal;
        }
        if (ending.isUnknown()) {
            return "not recorded in files of this kind";
        }
        return Endings.describe(ending) + (ending.time() == Call.NO_TIME ? "" : ", " + Times.moment(ending.time()));
    }

    private String threads() {
        ThreadSnapshot main = ThreadSnapshot.mostRelevant(process.threads());
        if (main == null) {
            return "";
        }
        String place = FrameView.place(main.stack().siteFrame());
        int stacks = process.threads().size();
        return Endings.describe(main) + (place.isEmpty() ? "" : " at " + place) + ", seen " + Times.moment(main.time())
                + (stacks == 1 ? "; 1 stack in all" : "; " + stacks + " stacks in all") + " (--stacks)";
    }

    /** Returns the command line; of a long one the program and the end, where the main class is. */
    private String command() {
        String line = Printable.of(process.recorder().commandLine());
        if (line.length() <= LONGEST_COMMAND) {
            return line;
        }
        String program = line.substring(0, Math.max(0, line.indexOf(' ')));
        String end = line.substring(line.length() - LONGEST_COMMAND);
        return program.substring(program.lastIndexOf('/') + 1) + " … " + end.substring(end.indexOf(' ') + 1);
    }

    private String recorder() {
        RecorderInfo recorder = process.recorder();
        List<String> parts = new ArrayList<>();
        if (!recorder.version().isEmpty()) {
            parts.add("version " + Printable.of(recorder.version()));
        }
        boolean empty = process.communicators().isEmpty()
                && process.copies().isEmpty()
                && !process.devices().shows();
        if (recorder.instrumented() == 0 && empty) {
            parts.add("recorded nothing: the process loaded none of the instrumented classes");
        } else if (recorder.instrumented() > 0) {
            parts.add("recording " + counted(recorder.instrumented(), "method"));
        }
        return String.join(", ", parts);
    }

    private void lost() {
        process.recorder().lost().forEach((kind, count) -> {
            switch (kind) {
                case "calls_dropped", "communicators" -> {}
                case "pending_overwritten" ->
                    warn("missing", counted(count, "pending call") + " overwritten in the ring");
                case "updates_dropped" -> warn("missing", "the outcome of " + counted(count, "call"));
                case "stacks" -> warn("missing", counted(count, "stack") + ", because the heap was full (heap=)");
                case "strings" -> warn("missing", counted(count, "text") + ", because the heap was full (heap=)");
                case "lists" -> warn("missing", counted(count, "list") + " of splits or of members");
                case "strings_cut" -> warn("missing", "the end of " + counted(count, "long text"));
                default -> warn("missing", counted(count, Printable.of(kind.replace('_', ' '))));
            }
        });
    }

    private static String counted(long count, String what) {
        return NumberText.grouped(count) + " " + what + (count == 1 || what.endsWith("s") ? "" : "s");
    }
}
