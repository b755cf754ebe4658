package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.writer.JobClock;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.samples.generate.writer.SimulatedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** What the processes of a job and the agents of its hosts print, with their times. Not thread-safe. */
final class JobLog {
    /** The rank of what an agent prints. */
    static final int AGENT = -1;

    /** The job's hosts are at Pacific Standard Time; nothing printed says so. */
    private static final ZoneOffset ZONE = ZoneOffset.ofHours(-8);

    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSSSSS", Locale.ROOT);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSS'000'", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH:mm:ss", Locale.ROOT);
    private static final long DELAY_NANOS = 3_600_000_000_000L;

    /**
     * Lines that are printed at once.
     *
     * @param nanos when, nanoseconds since the job's start
     * @param node the host
     * @param rank the rank that prints them, or {@link #AGENT}
     * @param text one or more lines
     */
    private record Entry(long nanos, int node, int rank, String text) {}

    private final long seed;
    private final List<Entry> entries = new ArrayList<>();

    /** Makes an empty log of the job with this seed. */
    JobLog(long seed) {
        this.seed = seed;
    }

    /** Adds what a rank prints. */
    void add(long nanos, int rank, String text) {
        entries.add(new Entry(nanos, new SimulatedProcess(rank).node(), rank, text));
    }

    /** Adds what the agent of a host prints. */
    void addAgent(long nanos, int node, String text) {
        entries.add(new Entry(nanos, node, AGENT, text));
    }

    /** Drops what a rank would have printed after its end. */
    void end(int rank, long nanos) {
        entries.removeIf(entry -> entry.rank() == rank && entry.nanos() > nanos);
    }

    /** Returns random numbers that depend on the job, a rank and what they are for. */
    SplittableRandom random(int rank, int purpose) {
        return new SplittableRandom((seed * 65_537 + rank) * 31 + purpose);
    }

    /** Returns the time as c10 prints it. */
    String c10Time(long nanos) {
        return NANOS.format(at(nanos));
    }

    /** Returns the time as torchelastic's log prints it. */
    String agentTime(long nanos) {
        return MILLIS.format(at(nanos));
    }

    /** Returns the time as torchelastic's summary prints it. */
    String summaryTime(long nanos) {
        return SECONDS.format(at(nanos));
    }

    /** Writes a file that was last written at a time: printed times have no year, so that the file's time tells it. */
    void write(Path file, String text, long nanos) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(instant(nanos)));
    }

    private LocalDateTime at(long nanos) {
        return LocalDateTime.ofInstant(instant(nanos), ZONE);
    }

    private Instant instant(long nanos) {
        return Instant.ofEpochMilli(JobClock.startMillis(seed)).plusNanos(nanos);
    }

    /** Returns what arrives on the console of a host, with a rank's lines damaged. */
    String console(int node, RankDamage damage) {
        List<Entry> printed = entries.stream()
                .filter(entry -> entry.node() == node && !damage.removes(entry.rank()))
                .sorted(Comparator.comparingLong(entry ->
                        damage.is(RankDamage.Kind.DELAYED, entry.rank()) ? entry.nanos() + DELAY_NANOS : entry.nanos()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (damage.kind() == RankDamage.Kind.HALVED) {
            List<Entry> own = printed.stream()
                    .filter(entry -> entry.rank() == damage.rank() && entry.rank() != AGENT)
                    .toList();
            printed.removeAll(own.subList((own.size() + 1) / 2, own.size()));
        }
        StringBuilder text = new StringBuilder();
        for (Entry entry : printed) {
            text.append(entry.text()).append('\n');
            if (damage.is(RankDamage.Kind.DOUBLED, entry.rank())) {
                text.append(entry.text()).append('\n');
            }
        }
        return text.toString();
    }
}
