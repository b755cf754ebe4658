package dev.rollcall.analyzer.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.trace.CommunicatorWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.objectweb.asm.ClassReader;

/**
 * What may lie beside the files of a job and must not change its verdict: damage, what is made to take memory, time, stack or disk, and
 * what no reader may open. Huge ones are sparse or are written packed. Linux only.
 */
final class HostileFiles {
    private static final int MIB = 1 << 20;
    private static final int MANY = 200_000;
    private static final String PICKLE = "\u0080\u0002}(X\7\0\0\0entries]";
    /** A memory snapshot up to its first event, which has the number 0. */
    private static final String SNAPSHOT =
            "\u0080\2}(" + key("segments") + "](}(" + key("address") + "K\0" + key("total_size")
                    + "K\0ue" + key("device_traces") + "](](}(" + key("action") + key("alloc") + key("addr") + "K\1"
                    + key("time_us")
                    + "K\1uq\0";

    private static final String NCCL = "node0:77:77 [0] NCCL INFO ";
    private static final String WATCHDOG = "[rank0]:[E Watchdog caught collective operation timeout: WorkNCCL(SeqNum=";

    /** Writes one of them. */
    @FunctionalInterface
    interface Maker {
        void write(Path folder) throws IOException;
    }

    private final Map<String, Maker> all = new LinkedHashMap<>();

    private HostileFiles() {
        addDumps();
        addShortDumps();
        addTexts();
        addLogs();
        addReports();
        addTraces();
        addArchives();
        addNames();
        addFolders();
        addCode();
    }

    /** Returns the makers by what they make. */
    static Map<String, Maker> all() {
        return new HostileFiles().all;
    }

    private void addDumps() {
        dump("200 MB of marks", 70, "(", 200 * MIB);
        dump("200 MB of lists in each other", 71, "](", 200 * MIB);
        dump("200 MB of values", 72, "N", 200 * MIB);
        dump("200 MB of numbered values", 73, "N\u0094", 200 * MIB);
        dump("200 MB of dictionaries in each other", 74, "}(X\1\0\0\0a", 200 * MIB);
        dump("200 MB of texts", 75, "X\1\0\0\0a", 200 * MIB);
        add("a sparse dump of 8 GB", folder -> sparse(folder.resolve("nccl_trace_rank_76"), PICKLE, 8L << 30));
        text("a dump of zeros", "nccl_trace_rank_77", "\0".repeat(MIB));
        text("a dump that runs a program", "nccl_trace_rank_78", "\u0080\u0002cos\nsystem\nX\4\0\0\0trueq\1\u0085R.");
        text("2 MB of brackets as a dump", "nccl_trace_rank_79", "{\"entries\": " + "[".repeat(2 * MIB));
        text("objects in each other", "nccl_trace_rank_80", "{\"entries\": [" + "{\"a\":".repeat(500_000));
        add(
                "a text of 200 MB in a JSON dump",
                folder -> repeated(
                        folder.resolve("nccl_trace_rank_81"), "{\"entries\": [{\"state\": \"", "x", 200 * MIB));
        text("a number of very many digits", "nccl_trace_rank_82", "{\"entries\": [{\"a\": " + "9".repeat(MIB));
        text("numbers that fit nothing", "nccl_trace_rank_83", numbers());
        add(
                "100 MB of one event of an allocator",
                folder -> repeated(folder.resolve("snapshot_rank_0.pickle"), SNAPSHOT, "h\0", 100 * MIB));
        text("random bytes as a pickle", "nccl_trace_rank_84", "\u0080\u0002" + random(MIB));
    }

    /** Short dumps whose values claim more than they hold, or refer to each other. */
    private void addShortDumps() {
        shortDump("tuples in each other", 91, ")".repeat(MANY) + "\u0085".repeat(MANY) + "a.");
        shortDump("a text of 2^63 - 1 bytes", 92, "\u0080\u0004\u008d\377\377\377\377\377\377\377\177");
        shortDump("a number of 2^31 - 1 bytes", 93, "\u008b\377\377\377\177");
        shortDump("the memo's last place", 94, "r\377\377\377\377a.");
        shortDump("a memo that was never filled", 95, "h\7a.");
        shortDump("a list that holds itself", 96, "q\0h\0au.");
        shortDump("one shape with many extents, many times", 97, shapes());
        shortDump("one frame list with many frames, many times", 98, frames());
        shortDump("very many calls, no two equal", 99, unlike());
        shortDump("a class of protocol 4", 100, "\u008c\2os\u008c\6system\u0093\u008c\4true\u0085R.");
        text("an instance of protocol 0", "nccl_trace_rank_101", "(dVentries\n(iposix\nsystem\np0\n.");
        shortDump("a persistent number", 102, "P7\n.");
        shortDump("an extension", 103, "\u0082\1.");
        text("calls that are very far apart", "nccl_trace_rank_104", far());
        text("a group of very many ranks", "nccl_trace_rank_105", group("[" + "7, ".repeat(MANY) + "7]"));
        text("ranks that are no numbers", "nccl_trace_rank_106", group("[99999999999999999999, -1, x]"));
        text(
                "a number that fits nothing",
                "nccl_trace_rank_107",
                "{\"entries\": [{\"collective_seq_id\": 1e999999999}]}");
        text("a key alone", "nccl_trace_rank_108", "{\"entries\"");
        text(
                "other types than a dump's",
                "nccl_trace_rank_109",
                "{\"pg_config\": [1], \"pg_status\": 3, \"entries\": {\"0\": []}}");
        add(
                "a dump of a very high rank",
                folder -> Files.copy(folder.resolve("nccl_trace_rank_1"), folder.resolve("nccl_trace_rank_999999999")));
    }

    private void shortDump(String what, int rank, String entries) {
        text(what, "nccl_trace_rank_" + rank, PICKLE + entries);
    }

    private static String shapes() {
        return "(}(X\13\0\0\0input_sizes](](" + "K\2".repeat(MANY) + "eq\1" + "h\1".repeat(MANY) + "eq\2u"
                + "}(X\13\0\0\0input_sizesh\2u".repeat(MANY) + "eu.";
    }

    private static String frames() {
        return "(}(X\6\0\0\0frames](}q\1" + "h\1".repeat(MANY) + "eq\2u" + "}(X\6\0\0\0framesh\2u".repeat(MANY) + "eu.";
    }

    private static String unlike() {
        StringBuilder entries = new StringBuilder("(");
        for (int i = 0; i < 20_000; i++) {
            entries.append("}(" + key("profiling_name") + key("nccl:" + i) + "u");
        }
        return entries.append("eu.").toString();
    }

    private static String far() {
        StringBuilder entries = new StringBuilder("{\"entries\": [");
        for (int i = 1; i < 20_000; i++) {
            entries.append("{\"state\": \"completed\", \"collective_seq_id\": " + i * 4000L + "},");
        }
        return entries.append("{}]}").toString();
    }

    private static String group(String ranks) {
        return "{\"pg_config\": {\"0\": {\"name\": \"0\", \"desc\": \"default_pg\", \"ranks\": \"" + ranks
                + "\"}}, \"entries\": []}";
    }

    private static String key(String text) {
        return "X" + (char) text.length() + "\0\0\0" + text;
    }

    private static String numbers() {
        return "{\"pg_config\": {\"0\": {\"name\": \"0\", \"desc\": \"default_pg\", \"ranks\": \"[9223372036854775807]\"}},"
                + " \"entries\": [{\"collective_seq_id\": 9223372036854775807, \"record_id\": -9223372036854775808,"
                + " \"pg_id\": 1e999, \"input_sizes\": [[9223372036854775807]], \"time_created_ns\": -1e308}]}";
    }

    private void dump(String what, int rank, String opcodes, int bytes) {
        add(what, folder -> repeated(folder.resolve("nccl_trace_rank_" + rank), PICKLE, opcodes, bytes));
    }

    private void addTexts() {
        add("a line of 300 MB", folder -> repeated(folder.resolve("a.log"), NCCL, "x", 300 * MIB));
        add("200 MB of empty lines", folder -> repeated(folder.resolve("b.log"), NCCL, "\n", 200 * MIB));
        add("a sparse log of 20 GB", folder -> sparse(folder.resolve("c.log"), NCCL, 20L << 30));
        add("a sparse checkpoint of 20 GB", folder -> sparse(folder.resolve("model.pt"), "PK", 20L << 30));
        add("a sparse core of 20 GB", folder -> sparse(folder.resolve("core.4711"), "\177ELF", 20L << 30));
        add("200 MB that look like a time-out", folder -> repeated(folder.resolve("d.log"), "", WATCHDOG, 200 * MIB));
        text("lines of very many ranks", "e.log", ranks());
        text("a rank of many digits", "f.log", "[rank99999999999999999999]: Traceback (most recent call last):\n");
        text(
                "tracebacks in each other",
                "g.log",
                "Traceback (most recent call last):\n  File \"a\", line 1\n".repeat(100_000));
        text("half of UTF-16", "h.log", "\377\376" + random(MIB));
        text("terminal sequences", "i.log", "\33]0;owned\7\33[2J\u009b31m".repeat(20_000) + WATCHDOG + "1)\n");
        text("Docker's lines, none whole", "j.log", "{\"log\":\"[rank0]: x\",\"stream\":\"stderr\"}\n".repeat(100_000));
        text(
                "Kubernetes' lines, none whole",
                "k.log",
                "2026-11-24T08:00:00.000000000Z stderr P [rank0]: x\n".repeat(100_000));
        text("many communicators of many ranks", "l.log", communicators());
        text("blank space alone", "m.log", NCCL + " ".repeat(8 * MIB) + "\n" + "\t".repeat(8 * MIB));
        text("ten thousand worlds", "n.log", worlds());
        text("random bytes", "o.log", random(4 * MIB));
    }

    /** Logs of NCCL. */
    private void addLogs() {
        text("a log's line without an end", "w.log", NCCL + "Init" + " comm 0x1".repeat(MANY));
        text("a log of two billion ranks", "x.log", born("0x1", 0, 2_000_000_000));
        text("a log of a rank beyond its communicator", "y.log", born("0x1", 2_000_000_000, 4));
        text(
                "numbers too long in a log",
                "z.log",
                NCCL + "AllReduce: opCount 0 sendbuff 0x1 recvbuff 0x1 count " + "9".repeat(99)
                        + " datatype 7 op 0 root 0 comm 0x1 [nranks=4] stream 0x1\n");
        text("colons and numbers in a log", "aa.log", NCCL + "1:2:3 [4] ".repeat(MANY) + "\n");
        text("a log of no text", "ab.log", NCCL + "\0\1\2\377\376".repeat(MANY) + "\n");
    }

    private static String born(String address, int rank, int size) {
        return NCCL + "ncclCommInitRank comm " + address + " rank " + rank + " nranks " + size
                + " cudaDev 0 nvmlDev 0 busId 1000 commId 0x9" + address.substring(2) + " - Init COMPLETE\n";
    }

    private static String ranks() {
        StringBuilder lines = new StringBuilder();
        for (int rank = 0; rank < 200_000; rank++) {
            lines.append("[rank").append(rank * 7919).append("]: x\n");
        }
        return lines.toString();
    }

    private static String communicators() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            lines.append(born("0x" + i, i, 1_000_000));
        }
        return lines.toString();
    }

    private static String worlds() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            lines.append("  world_size       : ").append(1 << i % 31).append('\n');
        }
        return lines.toString();
    }

    private void addReports() {
        text("a RAS report of brackets", "ras.json", "{\"nccl_version\": 1, \"communicators\": " + "[".repeat(2 * MIB));
        text(
                "a RAS report of texts",
                "ras2.json",
                "{\"nccl_version\": 1, \"communicators\": \"" + "\\u0000".repeat(MIB));
        text("a RAS report of lists in each other", "ras3.json", "{\"a\": [".repeat(MANY));
        text("a RAS report of empty lines", "ras4.json", "\"\n\n\n".repeat(MANY));
        text("a RAS report of reports", "ras5.json", "{\"communicators\": 7, \"timestamp\": [".repeat(MANY));
        text("a RAS report of hashes", "ras6.json", "{\"hash\": \"0x".repeat(MANY));
        text("a RAS report behind empty lines", "ras7.json", "\n\n\n\"x\"".repeat(MANY));
        text(
                "stacks in each other",
                "stacks.json",
                "[{\"pid\": 1, \"thread_id\": 2, \"frames\": " + "[{\"a\":".repeat(MIB));
        text(
                "a thread of a million frames",
                "jstack.txt",
                "Full thread dump X\n\n\"main\" #1 prio=5 tid=0x1 nid=0x2\n" + "\tat a.b(C.java:1)\n".repeat(MIB));
        text("a hundred thousand threads", "gdb.txt", threads());
        text(
                "a fault in many threads",
                "fault.txt",
                "Thread 0x00007f0000000000 (most recent call first):\n  File \"a\", line 1 in b\n".repeat(100_000));
    }

    private static String threads() {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i < 100_000; i++) {
            lines.append("Thread " + i + " (Thread 0x7f (LWP " + i + ")):\n#0  0x00007f in a () from b\n");
        }
        return lines.toString();
    }

    private void addTraces() {
        text("an empty trace", "0-a-1.trace", "");
        text("a trace of zeros", "0-b-1.trace", "\0".repeat(MIB));
        add("a sparse trace of 64 GB", folder -> sparse(folder.resolve("0-c-1.trace"), "ROLLCALL", 64L << 30));
        text("random bytes as a trace", "0-d-1.trace", "ROLLCALL\2\0\0\0\1\0\0\0" + random(MIB));
        damaged("a counter of 2^63 - 1", "e", trace -> everyWord(trace, 5, Long.MAX_VALUE));
        damaged("counters of -1", "f", trace -> everyWord(trace, 5, -1));
        damaged("counters of 2^62", "g", trace -> everyWord(trace, 5, 1L << 62));
        damaged("a header of ones", "h", trace -> fill(trace, 16, 128, (byte) 0xff));
        damaged("slots without end", "i", trace -> trace.putInt(64, 1 << 30));
        damaged("a rank of 2^31 - 1", "j", trace -> trace.putInt(144, Integer.MAX_VALUE));
        damaged("a world of 2^31 - 1", "k", trace -> trace.putInt(148, Integer.MAX_VALUE));
        damaged("a heap of ones", "l", trace -> fill(trace, (int) trace.getLong(48), trace.capacity(), (byte) 0xff));
        damaged(
                "communicators of ones",
                "m",
                trace -> fill(trace, (int) trace.getLong(24), (int) trace.getLong(24) + 512, (byte) 0xff));
        damaged(
                "rings of ones",
                "n",
                trace -> fill(trace, (int) trace.getLong(32), (int) trace.getLong(48), (byte) 0xff));
        damaged("times without end", "o", trace -> fill(trace, 176, 192, (byte) 0x7f));
        add("a trace that is cut off", folder -> {
            byte[] whole = trace(folder, "p").array();
            Files.write(folder.resolve("0-p-1.trace"), Arrays.copyOf(whole, 5000));
        });
    }

    /** Changes one trace. */
    private interface Damage {
        void apply(ByteBuffer trace);
    }

    private void damaged(String what, String host, Damage damage) {
        add("a trace with " + what, folder -> {
            ByteBuffer trace = trace(folder, host);
            damage.apply(trace);
            Files.write(folder.resolve("0-" + host + "-1.trace"), trace.array());
        });
    }

    /** Returns a trace of five calls, and one more, of a job of its own. */
    private static ByteBuffer trace(Path folder, String host) throws IOException {
        Path own = Files.createTempDirectory("hostile");
        try (RecordedRank rank = RecordedRank.of(own, "another-" + host, 0, 2, RecordedJob.SLOTS)) {
            CommunicatorWriter world = rank.join("store-" + host, "world", 0, 2);
            rank.steps(world, 5);
        }
        Path file = RecordedJob.trace(own, 0);
        byte[] content = Files.readAllBytes(file);
        Files.delete(file);
        Files.delete(own);
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void everyWord(ByteBuffer trace, long from, long to) {
        int start = (int) trace.getLong(24);
        for (int at = start; at < start + 512; at += Long.BYTES) {
            if (trace.getLong(at) == from) {
                trace.putLong(at, to);
            }
        }
    }

    private static void fill(ByteBuffer trace, int from, int to, byte with) {
        for (int at = from; at < Math.min(to, trace.capacity()); at++) {
            trace.put(at, with);
        }
    }

    private void addArchives() {
        add("10 GB of zeros in 10 MB", folder -> bomb(folder.resolve("nccl_trace_rank_85.gz"), PICKLE, 10_000));
        add("10 GB of lines in 10 MB", folder -> bomb(folder.resolve("p.log.gz"), NCCL + "\n", 10_000));
        add("20 GB of zeros in a zip", folder -> zip(folder.resolve("dumps.zip"), "model.bin", "", 20_000));
        add(
                "20 GB of a dump in a zip",
                folder -> zip(folder.resolve("dumps2.zip"), "nccl_trace_rank_86", PICKLE, 20_000));
        add(
                "20 GB of zeros in a jar",
                folder -> zip(folder.resolve("app.jar"), "a/B.class", "\u00ca\u00fe\u00ba\u00be", 20_000));
        add("a tar of 10 GB in 10 MB", folder -> bombedTar(folder.resolve("logs.tar.gz")));
        add("sixty thousand empty files in a zip", folder -> manyEntries(folder.resolve("traces.zip")));
        add("archives in each other", folder -> nested(folder.resolve("nested-trace.zip")));
        add("an archive that leaves its folder", folder -> leaving(folder.resolve("rank-logs.tar")));
        add("a tar that claims 8 EB", folder -> Files.write(folder.resolve("logs2.tar"), hugeTar()));
        add("names that no file can have", folder -> strangeNames(folder.resolve("log-names.zip")));
        add("half of an archive", folder -> {
            Path whole = Files.createTempFile("whole", ".zip");
            zip(whole, "nccl_trace_rank_87", PICKLE, 1);
            byte[] bytes = Files.readAllBytes(whole);
            Files.delete(whole);
            Files.write(folder.resolve("trace-half.zip"), Arrays.copyOf(bytes, bytes.length / 2));
        });
        text("random bytes as an archive", "log.zip", "PK\3\4" + random(MIB));
        text("random bytes as gzip", "q.log.gz", "\37\213\b\0\0\0\0\0\0\3" + random(MIB));
        text("random bytes as zstd", "r.log.zst", "\50\265\57\375" + random(MIB));
        text("random bytes as bzip2", "s.log.bz2", "BZh91AY&SY" + random(MIB));
        text("a frame of zstd with a window of 2 GB", "t.log.zst", "\50\265\57\375\0\250" + random(MIB));
        add("bzip2 of 500 MB of zeros", folder -> {
            try (OutputStream out = new BZip2CompressorOutputStream(stream(folder.resolve("u.log.bz2")))) {
                zeros(out, 500);
            }
        });
        text("xz", "v.log.xz", "\3757zXZ\0" + random(1000));
    }

    private void addNames() {
        text("an escape sequence in a name", "\33[2Jrank\7.log", "x");
        text("lines in a name", "rank\n\nverdict: healthy\r.log", "x");
        text("a direction mark in a name", "rank\u202egol.log", WATCHDOG);
        text("a name of 255 bytes", "r".repeat(251) + ".log", WATCHDOG);
        text("an umlaut in a name", "überlauf-ß-日本.log", WATCHDOG);
        text("an umlaut in a dump's name", "dümp_rank_88", PICKLE);
        text("an umlaut in a trace's name", "spür.trace", "ROLLCALL");
        text("markup in a name", "<script>alert(1)</script>.trace".replace('/', '_'), "ROLLCALL");
    }

    private void addFolders() {
        add("a pipe that looks like a log", folder -> run("mkfifo", folder.resolve("pipe.log")));
        add("a pipe that looks like a trace", folder -> run("mkfifo", folder.resolve("pipe.trace")));
        add("a pipe that looks like a dump", folder -> run("mkfifo", folder.resolve("nccl_trace_rank_89")));
        add("a socket", folder -> {
            Path path = folder.resolve("socket.log");
            try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                socket.bind(UnixDomainSocketAddress.of(path));
            }
        });
        link("a link to itself", "self", "self");
        link("a link to its folder", "again", ".");
        link("a link to the root", "everything", "/");
        link("a link to a device", "zero.log", "/dev/zero");
        link("a link to a terminal", "terminal.log", "/dev/tty");
        link("a link to the memory", "memory.log", "/proc/self/mem");
        link("a link to nothing", "gone.trace", "nowhere");
        link("a link out of the folder", "outside", "/usr");
        add("two folders that link to each other", folder -> {
            Files.createDirectory(folder.resolve("one"));
            Files.createDirectory(folder.resolve("two"));
            Files.createSymbolicLink(folder.resolve("one/two"), Path.of("../two"));
            Files.createSymbolicLink(folder.resolve("two/one"), Path.of("../one"));
        });
        add("folders in each other, 1,500 deep", folder -> {
            Path deep = folder.resolve("deep");
            for (int i = 0; i < 1500; i++) {
                deep = deep.resolve("d");
            }
            Files.createDirectories(deep);
            Files.writeString(deep.resolve("x.log"), WATCHDOG);
        });
        add("twenty thousand files", folder -> {
            Path many = Files.createDirectory(folder.resolve("many"));
            for (int i = 0; i < 20_000; i++) {
                Files.createFile(many.resolve("file" + i));
            }
        });
        add("a folder with a trace's name", folder -> Files.createDirectory(folder.resolve("folder.trace")));
        add("a folder with a dump's name", folder -> Files.createDirectory(folder.resolve("nccl_trace_rank_90")));
        add("a folder without rights", folder -> withoutRights(Files.createDirectory(folder.resolve("secret"))));
        add("a trace without rights", folder -> withoutRights(Files.createFile(folder.resolve("secret.trace"))));
        add("a log without rights", folder -> withoutRights(Files.createFile(folder.resolve("secret.log"))));
    }

    private void addCode() {
        String collective = "import torch.distributed as dist\nr = dist.get_rank()\n";
        text("Python with a byte order mark", "mark.py", "\u00ef\u00bb\u00bf" + collective);
        text(
                "Python in UTF-16",
                "utf16.py",
                "\377\376" + collective.replace("", "\0").substring(1));
        text("a chain of 5,000 calls", "chain.py", collective + "r" + ".b(1)".repeat(5000) + "\ndist.barrier()\n");
        text(
                "a text that doubles forty times",
                "doubling.py",
                collective + "s = 'a'\n" + "s = s + s\n".repeat(40) + "if len(s) > r: dist.barrier()\n");
        text("2 MB of brackets in Python", "brackets.py", collective + "x = " + "[".repeat(2 * MIB));
        text("a million brackets and their ends", "pairs.py", collective + "x = " + "(".repeat(MIB) + ")".repeat(MIB));
        text("random bytes as Python", "random.py", collective + random(MIB));
        text("functions that call the next one twice", "calls.py", doubling());
        text("a sum of 200,000 terms", "sum.py", collective + "dist.barrier()\nx = " + "1+".repeat(200_000) + "1\n");
        add("Python of 20 GB", folder -> sparse(folder.resolve("huge.py"), collective, 20L << 30));
        link("a link to a device as Python", "device.py", "/dev/zero");
        add("a pipe as Python", folder -> run("mkfifo", folder.resolve("pipe.py")));
        add("a pipe as a class file", folder -> run("mkfifo", folder.resolve("A.class")));
        add("class files with damage", HostileFiles::damagedClasses);
        text("a class file of random bytes", "B.class", "\u00ca\u00fe\u00ba\u00be\0\0\0=" + random(MIB));
        add(
                "a packed class of 2 GB",
                folder -> zip(folder.resolve("b.jar"), "a/B.class", "\u00ca\u00fe\u00ba\u00be", 2_000));
        add(
                "a sparse class file of 20 GB",
                folder -> sparse(folder.resolve("C.class"), "\u00ca\u00fe\u00ba\u00be", 20L << 30));
        text("a jar of random bytes", "c.jar", "PK\3\4" + random(MIB));
    }

    private static String doubling() {
        StringBuilder text = new StringBuilder("import torch.distributed as dist\n");
        for (int i = 0; i < 60; i++) {
            text.append("def f" + i + "():\n  f" + (i + 1) + "(); f" + (i + 1) + "()\n");
        }
        return text + "def f60():\n  dist.barrier()\nif dist.get_rank() == 0: f0()\n";
    }

    private static void damagedClasses(Path folder) throws IOException {
        byte[] whole;
        try (InputStream in = ClassReader.class.getResourceAsStream("ClassReader.class")) {
            whole = in.readAllBytes();
        }
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            byte[] damaged = Arrays.copyOf(whole, i % 2 == 0 ? whole.length : random.nextInt(whole.length));
            for (int k = 0; k < 5; k++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(folder.resolve("D" + i + ".class"), damaged);
        }
    }

    private static void withoutRights(Path path) throws IOException {
        Files.setPosixFilePermissions(path, Set.of());
    }

    private void add(String what, Maker maker) {
        if (all.put(what, maker) != null) {
            throw new IllegalStateException(what);
        }
    }

    private void text(String what, String name, String content) {
        byte[] bytes = content.getBytes(content.chars().allMatch(letter -> letter < 256) ? ISO_8859_1 : UTF_8);
        boolean ascii = name.chars().allMatch(letter -> letter < 128);
        add(what, folder -> {
            Path file = Files.write(folder.resolve(ascii ? name : "file"), bytes);
            if (!ascii) {
                // In the locale C, Java can make no such name.
                run("sh", "-c", "mv \"$1\" \"$2/$(printf \"$3\")\"", "sh", file, folder, octal(name));
            }
        });
    }

    private static String octal(String name) {
        StringBuilder text = new StringBuilder();
        for (byte letter : name.getBytes(UTF_8)) {
            text.append(letter < 0 ? String.format("\\%03o", letter & 0xff) : String.valueOf((char) letter));
        }
        return text.toString();
    }

    private void link(String what, String name, String target) {
        add(what, folder -> Files.createSymbolicLink(folder.resolve(name), Path.of(target)));
    }

    private static String random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(7).nextBytes(content);
        return new String(content, ISO_8859_1);
    }

    private static OutputStream stream(Path file) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(file), MIB);
    }

    private static void repeated(Path file, String start, String piece, int bytes) throws IOException {
        byte[] block = piece.repeat(MIB / piece.length()).getBytes(ISO_8859_1);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(start.getBytes(ISO_8859_1));
            for (long written = 0; written < bytes; written += block.length) {
                out.write(block);
            }
        }
    }

    private static void sparse(Path file, String start, long length) throws IOException {
        Files.writeString(file, start, ISO_8859_1);
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(length);
        }
    }

    private static void zeros(OutputStream out, int mebibytes) throws IOException {
        byte[] block = new byte[MIB];
        for (int i = 0; i < mebibytes; i++) {
            out.write(block);
        }
    }

    /** Returns zeros that are packed as one gzip member; members may follow each other. */
    private static byte[] member(String start, int mebibytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(start.getBytes(ISO_8859_1));
            zeros(out, mebibytes);
        }
        return packed.toByteArray();
    }

    private static void bomb(Path file, String start, int mebibytes) throws IOException {
        byte[] more = member("", 100);
        try (OutputStream out = stream(file)) {
            out.write(member(start, 1));
            for (int i = 0; i < mebibytes / 100; i++) {
                out.write(more);
            }
        }
    }

    /** Writes a zip with one entry that is as large as it says, without packing all of it: blocks of Deflate may be repeated. */
    private static void zip(Path file, String name, String start, int mebibytes) throws IOException {
        byte[] first = deflated(start.getBytes(ISO_8859_1));
        byte[] block = deflated(new byte[MIB]);
        byte[] end = {3, 0};
        long packed = first.length + (long) block.length * mebibytes + end.length;
        long size = start.length() + (long) mebibytes * MIB;
        byte[] letters = name.getBytes(UTF_8);
        ByteBuffer local = little(30 + letters.length + 20);
        local.putInt(0x04034b50).putShort((short) 45);
        entry(local, letters).putShort((short) 20);
        local.put(letters);
        sizes(local, size, packed);
        ByteBuffer central = little(46 + letters.length + 20);
        central.putInt(0x02014b50).putShort((short) 45).putShort((short) 45);
        entry(central, letters).putShort((short) 20).putLong(0).putInt(0).putShort((short) 0);
        central.put(letters);
        sizes(central, size, packed);
        ByteBuffer last = little(22);
        last.putInt(0x06054b50)
                .putInt(0)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(central.capacity());
        last.putInt((int) (local.capacity() + packed)).putShort((short) 0);
        try (OutputStream out = stream(file)) {
            out.write(local.array());
            out.write(first);
            for (int i = 0; i < mebibytes; i++) {
                out.write(block);
            }
            out.write(end);
            out.write(central.array());
            out.write(last.array());
        }
    }

    private static ByteBuffer little(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Puts what both headers of an entry have: flags, method, time, checksum, no sizes, the length of the name. */
    private static ByteBuffer entry(ByteBuffer header, byte[] name) {
        return header.putShort((short) 0x800)
                .putShort((short) 8)
                .putInt(0)
                .putInt(0)
                .putLong(-1)
                .putShort((short) name.length);
    }

    private static void sizes(ByteBuffer header, long size, long packed) {
        header.putShort((short) 1).putShort((short) 16).putLong(size).putLong(packed);
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(content);
        byte[] packed = new byte[content.length + 64];
        int length = deflater.deflate(packed, 0, packed.length, Deflater.FULL_FLUSH);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    private static void bombedTar(Path file) throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        TarArchiveOutputStream tar = new TarArchiveOutputStream(header);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
        TarArchiveEntry entry = new TarArchiveEntry("nccl_trace_rank_91");
        entry.setSize(10_000L * MIB);
        tar.putArchiveEntry(entry);
        tar.flush();
        bomb(file, header.toString(ISO_8859_1), 10_000);
    }

    private static byte[] hugeTar() throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        TarArchiveOutputStream tar = new TarArchiveOutputStream(header);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
        TarArchiveEntry entry = new TarArchiveEntry("nccl_trace_rank_92");
        entry.setSize(Long.MAX_VALUE);
        tar.putArchiveEntry(entry);
        tar.flush();
        return header.toByteArray();
    }

    private static void manyEntries(Path file) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(stream(file))) {
            for (int i = 0; i < 60_000; i++) {
                zip.putNextEntry(new ZipEntry("f" + i));
            }
        }
    }

    private static void nested(Path file) throws IOException {
        byte[] inner = WATCHDOG.getBytes(ISO_8859_1);
        String name = "x.log";
        for (int depth = 0; depth < 6; depth++) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (ZipOutputStream zip = new ZipOutputStream(packed)) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(inner);
            }
            inner = packed.toByteArray();
            name = "log" + depth + ".zip";
        }
        Files.write(file, inner);
    }

    private static void leaving(Path file) throws IOException {
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(stream(file))) {
            for (String name : new String[] {"../escaped.log", "../../escaped.trace", "a/../../../escaped.log"}) {
                byte[] content = WATCHDOG.getBytes(ISO_8859_1);
                TarArchiveEntry entry = new TarArchiveEntry(name, true);
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
            TarArchiveEntry link = new TarArchiveEntry("etc.log", TarConstants.LF_SYMLINK);
            link.setLinkName("/etc/passwd");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
            TarArchiveEntry pipe = new TarArchiveEntry("pipe.log", TarConstants.LF_FIFO);
            tar.putArchiveEntry(pipe);
            tar.closeArchiveEntry();
        }
    }

    private static void strangeNames(Path file) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(stream(file))) {
            for (String name : new String[] {
                "a\0b.log",
                "n".repeat(60_000) + ".log",
                "x".repeat(300) + ".log",
                "C:\\a.log",
                "/abs.log",
                "a//b.log",
                "a.log/b.log",
                "a.log",
                "\33[2J.log",
                "ü.log",
                "..",
                ".",
                " .log",
                "\u202e.log"
            }) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(WATCHDOG.getBytes(ISO_8859_1));
            }
        }
    }

    private static void run(Object... words) throws IOException {
        try {
            new ProcessBuilder(Arrays.stream(words).map(Object::toString).toList())
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    /** Writes all, or one: {@code FOLDER [WHAT]}. */
    public static void main(String[] args) throws IOException {
        for (Map.Entry<String, Maker> each : all().entrySet()) {
            if (args.length == 1 || each.getKey().equals(args[1])) {
                each.getValue().write(Path.of(args[0]));
            }
        }
    }
}
