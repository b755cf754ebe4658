package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads PyTorch's flight-recorder dumps, as pickles or as JSON, under any name. */
public final class DumpReader implements SourceReader {
    /** The rank follows this word, unless it is the number of a host or node. */
    private static final Pattern RANK =
            Pattern.compile("(?i)(?<!(?:local|node|group|role)[_.-]?)rank[_.=-]?(\\d{1,7})(?!\\d)");

    /** Without that word the rank comes last, after a prefix that the job chose. */
    private static final Pattern LAST = Pattern.compile("(?<!\\d)(\\d{1,7})(\\.(json|pickle|pkl|bin|dump))?$");

    /** Names of dumps: such a file counts as one even if it is empty. */
    private static final Pattern DUMP = Pattern.compile("(trace|dump|rank|fr).*\\d+(\\.\\w+)?$");

    /** A dictionary or a list in pickle's protocol 0. Lines of Ray's workers begin with a parenthesis, too. */
    private static final Pattern PROTOCOL_0 = Pattern.compile("\\([dl](?:p\\d|[SVI.(])");

    private static final List<String> KEYS = List.of("pg_config", "pg_status", "entries", "comm_lib_version");

    private final PythonFrames frames = new PythonFrames();
    private final GroupMembersParser parser = new GroupMembersParser();

    /** Makes a reader; the dumps of one job need the same one, as they share stacks and groups. */
    public DumpReader() {}

    @Override
    public String formatName() {
        return "PyTorch dump";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        String name = file.getFileName().toString();
        if (head.length == 0) {
            return DUMP.matcher(name).find() && !name.endsWith(".trace");
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        boolean pickled = head[0] == (byte) 0x80
                || head[0] == '}'
                || PROTOCOL_0.matcher(text).lookingAt();
        if (!pickled && head[0] != '{') {
            return false;
        }
        return KEYS.stream().anyMatch(text::contains)
                || pickled && DUMP.matcher(name).find();
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        return List.of(new DumpSource(file, rank(file), series(file), frames, parser));
    }

    @Override
    public List<ProcessSource> resolveTogether(List<ProcessSource> opened, List<Unreadable> unreadable) {
        return List.copyOf(FileNameRanks.resolve(
                opened.stream().map(DumpSource.class::cast).toList(), unreadable));
    }

    /** Returns the rank in the name of a file or its folder; -1 for none. */
    static int rank(Path file) {
        Matcher number = number(file);
        return number == null ? -1 : Integer.parseInt(number.group(1));
    }

    /** Returns a file's path without the rank in it. */
    static String series(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        String name = file.getFileName().toString();
        Matcher number = number(file);
        if (number == null) {
            return folder + "/" + name;
        }
        boolean inFolder = !RANK.matcher(name).find() && !LAST.matcher(name).find();
        String rest = inFolder ? folder.getFileName().toString() : name;
        String without = rest.substring(0, number.start(1)) + "#" + rest.substring(number.end(1));
        return inFolder ? folder.resolveSibling(without) + "/" + name : folder + "/" + without;
    }

    private static Matcher number(Path file) {
        String name = file.getFileName().toString();
        String folder = file.getParent() == null
                ? ""
                : Objects.toString(file.getParent().getFileName(), "");
        return Stream.of(RANK.matcher(name), LAST.matcher(name), RANK.matcher(folder))
                .filter(Matcher::find)
                .findFirst()
                .orElse(null);
    }
}
