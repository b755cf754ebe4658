package dev.rollcall.analyzer.corpus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files made to take unlimited memory, time or stack, beside the sources of a hung job: each is reported once, or read as far as
 * possible, and the verdict on the job is the same as without it.
 */
@Timeout(120)
class HostileFilesTest {
    private static final Path JOB = Path.of("src/test/resources/corpus/pytorch-fr/ddp_short_loader");
    private static final Path LOGS = Path.of("src/test/resources/corpus/nccl-log/ddp_short_loader");
    private static final int MANY = 200_000;
    private static final String HEADER = "node0:77:77 [0] NCCL INFO ";

    @TempDir
    private Path folder;

    static Stream<Arguments> dumps() {
        String entries = "\u0080\u0002}(X\7\0\0\0entries]";
        return Stream.of(
                dump("dictionaries in each other, without an end", entries + "}(X\1\0\0\0a".repeat(MANY)),
                dump("lists in each other, without an end", entries + "](".repeat(MANY)),
                dump("tuples in each other", entries + ")".repeat(MANY) + "\u0085".repeat(MANY) + "a."),
                dump("marks alone", "\u0080\u0002" + "(".repeat(MANY) + "entries"),
                dump("a text of two to the 63 bytes", entries + "\u0080\u0004\u008d\377\377\377\377\377\377\377\177"),
                dump("a number of two to the 31 bytes", entries + "\u008b\377\377\377\177"),
                dump("values that are numbered without an end", entries + "N\u0094".repeat(MANY)),
                dump("very many calls, no two equal", unlike()),
                dump("the memo's last place", entries + "r\377\377\377\377a."),
                dump("a memo that was never filled", entries + "h\7a."),
                dump("a list that holds itself", entries + "q\0h\0au."),
                dump("one shape with many extents, many times", shapes()),
                dump("one frame list with many frames, many times", frames()),
                dump("calls that are very far apart", far()),
                dump("a class", entries + "cos\nsystem\nX\4\0\0\0trueq\1\u0085Ra."),
                dump("a class of protocol 4", entries + "\u008c\2os\u008c\6system\u0093\u008c\4true\u0085R."),
                dump("an instance of protocol 0", "(dVentries\n(iposix\nsystem\np0\n."),
                dump("a persistent number", entries + "P7\n."),
                dump("an extension", entries + "\u0082\1."),
                dump("a group of very many ranks", group("[" + "7, ".repeat(MANY) + "7]")),
                dump("ranks that are no numbers", group("[99999999999999999999, -1, x]")),
                dump("objects in each other", "{\"entries\": " + "{\"a\": ".repeat(MANY)),
                dump("arrays in each other", "{\"entries\": " + "[".repeat(MANY) + "]".repeat(MANY) + "}"),
                dump("a number of very many digits", "{\"entries\": [{\"record_id\": " + "9".repeat(MANY) + "}]}"),
                dump("a text without an end", "{\"entries\": [{\"state\": \"" + "x".repeat(30 << 20)),
                dump("a number that fits nothing", "{\"entries\": [{\"collective_seq_id\": 1e999999999}]}"),
                dump("a key alone", "{\"entries\""),
                dump("other types than a dump's", "{\"pg_config\": [1], \"pg_status\": 3, \"entries\": {\"0\": []}}"));
    }

    private static Arguments dump(String what, String content) {
        return Arguments.of(what, content.getBytes(ISO_8859_1));
    }

    private static String shapes() {
        return "\u0080\u0002}(X\7\0\0\0entries](}(X\13\0\0\0input_sizes](](" + "K\2".repeat(MANY) + "eq\1"
                + "h\1".repeat(MANY) + "eq\2u" + "}(X\13\0\0\0input_sizesh\2u".repeat(MANY) + "eu.";
    }

    private static String frames() {
        return "\u0080\u0002}(X\7\0\0\0entries](}(X\6\0\0\0frames](}q\1" + "h\1".repeat(MANY) + "eq\2u"
                + "}(X\6\0\0\0framesh\2u".repeat(MANY) + "eu.";
    }

    private static String unlike() {
        StringBuilder entries = new StringBuilder("\u0080\u0002}(X\7\0\0\0entries](");
        for (int i = 0; i < 20_000; i++) {
            String name = "nccl:" + i;
            entries.append("}(X\16\0\0\0profiling_nameX")
                    .append((char) name.length())
                    .append("\0\0\0")
                    .append(name)
                    .append('u');
        }
        return entries.append("eu.").toString();
    }

    private static String far() {
        StringBuilder entries = new StringBuilder("{\"entries\": [");
        for (int i = 1; i < 20_000; i++) {
            entries.append("{\"state\": \"completed\", \"collective_seq_id\": ")
                    .append(i * 4000L)
                    .append("},");
        }
        return entries.append("{}]}").toString();
    }

    private static String group(String ranks) {
        return "{\"pg_config\": {\"0\": {\"name\": \"0\", \"desc\": \"default_pg\", \"ranks\": \"" + ranks
                + "\"}}, \"entries\": []}";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dumps")
    void dumpsAreSaidAndLeaveTheJobAsItIs(String what, byte[] content) throws IOException {
        Files.write(folder.resolve("nccl_trace_rank_7"), content);

        assertJudged(JOB);
    }

    static Stream<Arguments> logs() {
        return Stream.of(
                dump("a line of 40 MB", HEADER + "x".repeat(40 << 20) + "\n" + HEADER + "y\n"),
                dump("a line without an end", HEADER + "Init" + " comm 0x1".repeat(MANY)),
                dump("a communicator of two billion ranks", born("0x1", 0, 2_000_000_000)),
                dump("a rank beyond its communicator", born("0x1", 2_000_000_000, 4)),
                dump("many large communicators", largeOnes()),
                dump(
                        "numbers too long",
                        HEADER + "AllReduce: opCount 0 sendbuff 0x1 recvbuff 0x1 count " + "9".repeat(99)
                                + " datatype 7 op 0 root 0 comm 0x1 [nranks=4] stream 0x1\n"),
                dump("blank space alone", " NCCL INFO" + " ".repeat(MANY) + "\n" + "\n".repeat(MANY)),
                dump("colons and numbers", HEADER + "1:2:3 [4] ".repeat(MANY) + "\n"),
                dump("bytes of no text", HEADER + "\0\1\2\377\376".repeat(MANY) + "\n"));
    }

    private static String born(String address, int rank, int size) {
        return HEADER + "ncclCommInitRank comm " + address + " rank " + rank + " nranks " + size
                + " cudaDev 0 nvmlDev 0 busId 1000 commId 0x9" + address.substring(2) + " - Init COMPLETE\n";
    }

    private static String largeOnes() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            lines.append(born("0x" + i, i, 1_000_000));
        }
        return lines.toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("logs")
    void logsAreSaidAndLeaveTheJobAsItIs(String what, byte[] content) throws IOException {
        Files.write(folder.resolve("nccl.node0.77.log"), content);

        assertJudged(LOGS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nccl_trace_rank_7", "nccl.node0.77.log"})
    void aFileOfTwoGibibytesWithoutALineIsLeftOut(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, name.endsWith(".log") ? HEADER : "\u0080\2}(X\7\0\0\0entries", ISO_8859_1);
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength((2L << 30) + 1);
        }

        assertJudged(name.endsWith(".log") ? LOGS : JOB);
    }

    @Test
    void aFileThatClaimsAVeryHighRankIsNotTheFirstOfSoMany() throws IOException {
        Files.copy(JOB.resolve("nccl_trace_rank_1"), folder.resolve("nccl_trace_rank_999999999"));

        assertJudged(JOB);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": [",
                "\"\n\n\n",
                "{\"communicators\": 7, \"timestamp\": [",
                "{\"hash\": \"0x",
                "\n\n\n\"x\""
            })
    void answersOfRasAreLeftOut(String piece) throws IOException {
        Files.writeString(folder.resolve("ras.json"), piece.repeat(MANY));

        assertJudged(LOGS);
    }

    /** Reads a recorded job together with what is in the folder. */
    private void assertJudged(Path job) throws IOException {
        List<Integer> culprits = culprits(read(job).jobs().get(0));
        try (Stream<Path> files = Files.list(job)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.getFileName().toString().startsWith("ras.")) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                }
            }
        }
        ReadResult both = read(folder);
        assertTrue(
                both.jobs().stream().anyMatch(read -> culprits(read).equals(culprits)),
                () -> both.jobs().size() + " jobs, " + both.unreadable());
    }

    private static List<Integer> culprits(LoadedJob read) {
        return new Diagnosis().of(read.job()).culprits();
    }

    /** Reads and diagnoses. */
    private static ReadResult read(Path path) {
        ReadResult reading = new JobReader(-1).read(List.of(path));
        for (LoadedJob job : reading.jobs()) {
            assertFalse(new Diagnosis().of(job.job()).summary().isBlank());
        }
        for (Unreadable file : reading.unreadable()) {
            String reason = file.reason();
            assertFalse(
                    reason.isBlank() || reason.contains("\n") || reason.length() > 250 || reason.contains("Exception"),
                    reason);
        }
        return reading;
    }
}
