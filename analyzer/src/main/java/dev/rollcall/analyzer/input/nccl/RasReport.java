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
 * What NCCL's RAS service answered while the job hung: {@code ncclras -f json}, where it lies beside other sources.
 *
 * @param file the file
 * @param time when it answered, in the clock of NCCL's logs; {@link Call#NO_TIME} where it does not say
 * @param members what it tells of each rank of each communicator
 */
public record RasReport(Path file, long time, List<Member> members) {
    private static final Pattern NAME = Pattern.compile("(?i).*ras.*\\.json");
    private static final long LARGEST = 64 << 20;

    /** NCCL 2.28.7 to 2.28.9 leave out a comma at the end of a line. */
    private static final Pattern MISSING_COMMA =
            Pattern.compile("(?<=[0-9\"\\]}el])(?=[ \\t\\r]*+\\n\\s*+\"[^\"\\n]*+\"\\s*+:)");

    /**
     * One rank of one communicator.
     *
     * @param communicator the communicator's id, as the logs have it
     * @param size how many ranks it has
     * @param place the rank in it
     * @param missing whether its process gave no answer
     * @param calls how many collectives it has made, by operation; empty where RAS does not tell
     */
    public record Member(long communicator, int size, int place, boolean missing, Map<String, Long> calls) {}

    /** Returns the answers in a folder, the latest last; what is none, or cannot be read, is left out. */
    public static List<RasReport> in(Path folder) {
        List<RasReport> answers = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> NAME.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .map(RasReport::read)
                    .filter(answer ->
                            answer.time() != Call.NO_TIME || !answer.members().isEmpty())
                    .forEach(answers::add);
        } catch (IOException unreadable) {
            return List.of();
        }
        answers.sort((one, other) -> Long.compare(one.time(), other.time()));
        return answers;
    }

    private static RasReport read(Path file) {
        try {
            if (Files.size(file) <= LARGEST) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                return of(file, RasJson.read(MISSING_COMMA.matcher(text).replaceAll(",")));
            }
        } catch (IOException unreadable) {
            return new RasReport(file, Call.NO_TIME, List.of());
        }
        return new RasReport(file, Call.NO_TIME, List.of());
    }

    private static RasReport of(Path file, RasJson root) {
        List<Member> members = new ArrayList<>();
        for (RasJson communicator : root.list("communicators")) {
            long id = id(communicator.text("hash"));
            int size = (int) communicator.number("size");
            communicator.list("ranks").forEach(rank -> members.add(member(id, size, rank, false)));
            communicator.list("missing_ranks").forEach(rank -> members.add(member(id, size, rank, true)));
        }
        return new RasReport(file, LogLine.time(root.text("timestamp")), members);
    }

    private static Member member(long communicator, int size, RasJson rank, boolean missing) {
        Map<String, Long> calls = new TreeMap<>();
        rank.numbers("collective_counts")
                .forEach((function, count) -> calls.put(LoggedCall.operation(function), count));
        return new Member(communicator, size, (int) rank.number("rank"), missing, calls);
    }

    /** Returns a communicator's id as a number, as which leading zeros do not count; 0 for what is none. */
    public static long id(String hexadecimal) {
        return hexadecimal.matches("0x[0-9a-fA-F]{1,16}") ? Long.parseUnsignedLong(hexadecimal.substring(2), 16) : 0;
    }
}
