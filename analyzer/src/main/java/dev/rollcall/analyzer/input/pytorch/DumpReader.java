package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.FileNameRank;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads PyTorch's flight-recorder dumps, as pickles or as JSON, under any name. */
public final class DumpReader implements SourceReader {
    /** Names of dumps: such a file counts as one even if it is empty. */
    private static final Pattern DUMP = Pattern.compile("(trace|dump|rank|fr).*\\d+(\\.\\w+)?$");

    /** A dictionary or a list in pickle's protocol 0. Lines of Ray's workers begin with a parenthesis, too. */
    private static final Pattern PROTOCOL_0 = Pattern.compile("\\([dl](?:p\\d|[SVI.(])");

    private static final List<String> KEYS = List.of("pg_config", "pg_status", "entries", "comm_lib_version");

    private final PythonFrames frames = new PythonFrames();
    private final GroupMembersParser parser = new GroupMembersParser();

    private final InputLimits limits;

    /** Makes a reader; the dumps of one job need the same one, as they share stacks and groups. */
    public DumpReader(InputLimits limits) {
        this.limits = limits;
    }

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
        return List.of(new DumpSource(file, FileNameRank.of(file), FileNameRank.series(file), frames, parser, limits));
    }

    @Override
    public List<ProcessSource> resolveTogether(List<ProcessSource> opened, List<Unreadable> unreadable) {
        return List.copyOf(FileNameRanks.resolve(
                opened.stream().map(DumpSource.class::cast).toList(), unreadable));
    }
}
