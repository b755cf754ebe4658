package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What NCCL's RAS service answered while the job hung, where it lies beside the logs. Only the time is taken from it: NCCL 2.28.7 to
 * 2.28.9 can write JSON that lacks a comma, and a log without its last lines says nothing of the present.
 */
final class RasAnswer {
    private static final Pattern TIME = Pattern.compile("\"timestamp\"\\s*:\\s*\"([^\"]{1,40})\"");
    private static final int HEAD = 4096;

    private RasAnswer() {}

    /** Returns the latest time that an answer in a folder tells; {@link Call#NO_TIME} where none does. */
    static long time(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("(?i).*ras.*\\.json"))
                    .mapToLong(RasAnswer::timeOf)
                    .max()
                    .orElse(Call.NO_TIME);
        } catch (IOException unreadable) {
            return Call.NO_TIME;
        }
    }

    private static long timeOf(Path answer) {
        try (var in = Files.newInputStream(answer)) {
            Matcher time = TIME.matcher(new String(in.readNBytes(HEAD), StandardCharsets.UTF_8));
            return time.find() ? LogLine.time(time.group(1)) : Call.NO_TIME;
        } catch (IOException unreadable) {
            return Call.NO_TIME;
        }
    }
}
