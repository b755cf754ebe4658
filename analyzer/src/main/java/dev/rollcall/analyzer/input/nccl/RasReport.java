package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The output of NCCL's RAS service ({@code ncclras -f json}) for a running job, in a file beside other sources.
 *
 * @param time when RAS wrote it, by the clock of NCCL's logs; {@link Call#NO_TIME} where unknown
 * @param members the ranks of all communicators
 */
public record RasReport(long time, List<Member> members) {
    private static final Pattern NAME = Pattern.compile("(?i).*ras.*\\.json");
    private static final long LARGEST = 64 << 20;

    private static final RasReport NONE = new RasReport(Call.NO_TIME, List.of());

    /** NCCL 2.28.7 to 2.28.9 leave out a comma at the end of a line. */
    private static final Pattern MISSING_COMMA =
            Pattern.compile("(?<=[0-9\"\\]}el])(?=[ \\t\\r]*+\\n\\s*+\"[^\"\\n]*+\"\\s*+:)");

    /**
     * One rank of one communicator.
     *
     * @param communicator the communicator's id, which is in the logs, too
     * @param communicatorRank the rank in the communicator
     * @param missing whether its process gave RAS no answer
     * @param calls the number of its collectives by operation; empty where unknown
     */
    public record Member(long communicator, int communicatorRank, boolean missing, Map<String, Long> calls) {}

    /** Returns the reports in a folder, the latest last. Files that are not reports, or cannot be read, are left out. */
    public static List<RasReport> in(Path folder) {
        List<RasReport> reports = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> NAME.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .map(RasReport::read)
                    .filter(report -> !report.equals(NONE))
                    .forEach(reports::add);
        } catch (IOException unreadable) {
            return List.of();
        }
        reports.sort((one, other) -> Long.compare(one.time(), other.time()));
        return reports;
    }

    private static RasReport read(Path file) {
        try {
            if (Files.size(file) <= LARGEST) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                return of(RasJson.read(MISSING_COMMA.matcher(text).replaceAll(",")));
            }
        } catch (IOException unreadable) {
            return NONE;
        }
        return NONE;
    }

    private static RasReport of(RasJson root) {
        List<Member> members = new ArrayList<>();
        for (RasJson communicator : root.list("communicators")) {
            long id = id(communicator.text("hash"));
            communicator.list("ranks").forEach(rank -> members.add(member(id, rank, false)));
            communicator.list("missing_ranks").forEach(rank -> members.add(member(id, rank, true)));
        }
        return new RasReport(LogLineParser.time(root.text("timestamp")), members);
    }

    private static Member member(long communicator, RasJson rank, boolean missing) {
        Map<String, Long> calls = new TreeMap<>();
        rank.numbers("collective_counts")
                .forEach((function, count) -> calls.put(LoggedCall.operation(function), count));
        return new Member(communicator, (int) rank.number("rank"), missing, calls);
    }

    /** Returns a communicator's id as a number, because leading zeros do not count; 0 if it is invalid. */
    public static long id(String hexadecimal) {
        return hexadecimal.matches("0x[0-9a-fA-F]{1,16}") ? Long.parseUnsignedLong(hexadecimal.substring(2), 16) : 0;
    }
}
