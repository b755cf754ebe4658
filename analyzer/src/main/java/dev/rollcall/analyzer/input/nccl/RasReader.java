package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.InputLimits.Limit;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.nccl.RasReport.Answer;
import dev.rollcall.analyzer.input.nccl.RasReport.Communicator;
import dev.rollcall.analyzer.input.nccl.RasReport.Member;
import dev.rollcall.analyzer.input.nccl.RasReport.Process;
import dev.rollcall.analyzer.input.nccl.RasReport.State;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads what NCCL's RAS service answers in JSON ({@code ncclras -f json}, since NCCL 2.28), from the client or raw from the socket,
 * where the line {@code OK} comes first. The format is that of {@code src/ras/client_support.cc} in NCCL. Stateless and thread-safe.
 */
public final class RasReader implements SourceReader {
    /** The text is copied to repair it. */
    private static final int PART_OF_HEAP = 16;

    private static final int MOST_RANKS = 1 << 20;

    /** What the socket writes before the answer. */
    private static final Pattern BEFORE = Pattern.compile("(?:(?:SERVER PROTOCOL \\d+|OK)\\s+)*+");

    /** NCCL 2.28.7 to 2.28.9 leave out a comma at the end of a line. */
    private static final Pattern MISSING_COMMA =
            Pattern.compile("(?<=[0-9\"\\]}el])(?=[ \\t\\r]*+\\n\\s*+\"[^\"\\n]*+\"\\s*+:)");

    private final MemoryBudget budget;
    private final InputLimits limits;

    /** Makes a reader that keeps as much as the budget allows. */
    public RasReader(MemoryBudget budget, InputLimits limits) {
        this.budget = budget;
        this.limits = limits;
    }

    @Override
    public String formatName() {
        return "RAS report";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        return isReport(text) || text.contains("nccl_version") && isReport(TextFile.withoutPrefixes(head));
    }

    private static boolean isReport(String head) {
        String text = withoutProtocol(head);
        return text.startsWith("{") && text.contains("\"communicators") && text.contains("\"nccl_version\"");
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        long largest = Math.min(limits.of(Limit.REPORT), Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        if (Files.size(file) > largest) {
            throw new IOException("a RAS report of more than " + (largest >> 20) + " MiB");
        }
        String text = text(file);
        RasReport report;
        try {
            report = report(RasJson.read(MISSING_COMMA.matcher(text).replaceAll(","), budget));
        } catch (IOException damaged) {
            throw new IOException("a RAS report that is damaged or cut off, or too large for this heap", damaged);
        }
        List<ProcessSource> sources = RasSource.of(file, report);
        if (sources.isEmpty()) {
            throw new IOException("a RAS report without communicators: the processes created none, or left them");
        }
        return sources;
    }

    /** Returns the answer, without the prefixes that a launcher put before its lines. */
    private static String text(Path file) throws IOException {
        String text = withoutProtocol(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (text.startsWith("{") && !text.startsWith("{\"log\"")) {
            return text;
        }
        try (InputStream in = TextFile.withoutPrefixes(file)) {
            return withoutProtocol(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
        }
    }

    private static String withoutProtocol(String text) {
        return BEFORE.matcher(text).replaceFirst("").stripLeading();
    }

    private static RasReport report(RasJson root) {
        List<Communicator> communicators = new ArrayList<>();
        for (RasJson communicator : root.list("communicators")) {
            List<Member> members = new ArrayList<>();
            communicator.list("ranks").forEach(rank -> members.add(member(rank, Answer.GIVEN)));
            communicator.list("missing_ranks").forEach(rank -> members.add(member(rank, answer(rank))));
            long size = communicator.number("size");
            members.removeIf(member -> member.rank() < 0 || member.rank() >= size);
            if (size <= MOST_RANKS && !members.isEmpty()) {
                communicators.add(new Communicator(RasReport.identity(communicator.text("hash")), (int) size, members));
            }
        }
        return new RasReport(LogLineParser.time(root.text("timestamp")), communicators);
    }

    private static Answer answer(RasJson missing) {
        RasJson status = missing.object("status");
        if (status.is("considered_dead") || missing.is("considered_dead")) {
            return Answer.CONSIDERED_DEAD;
        }
        // A process that answered without this communicator is listed here, too, with neither flag.
        return status.isEmpty() || status.is("unresponsive") ? Answer.NONE : Answer.WITHOUT_COMMUNICATOR;
    }

    private static Member member(RasJson rank, Answer answer) {
        Map<String, Long> calls = new TreeMap<>();
        rank.numbers("collective_counts")
                .forEach((function, count) -> calls.put(LoggedCall.operation(function), Math.max(0, count)));
        return new Member(
                (int) Math.max(-1, Math.min(MOST_RANKS, rank.number("rank"))),
                new Process(rank.text("host"), rank.number("pid", -1), (int) rank.number("cuda_dev", -1)),
                answer,
                answer == Answer.GIVEN ? calls : Map.of(),
                answer == Answer.GIVEN ? state(rank.object("status")) : State.RUNNING);
    }

    private static State state(RasJson status) {
        String error = State.error(status.number("async_error"));
        return new State(
                error.isEmpty() ? State.error(status.number("init_state")) : error,
                status.is("abort_flag")
                        ? State.ABORT
                        : status.is("finalize_called") || status.is("destroy_flag") ? State.FINALIZE : "");
    }
}
