package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads PyTorch's flight-recorder dumps, pickled or as JSON, whatever their prefix. */
public final class DumpReader implements SourceReader {
    /** The rank stands last in a dump's name, after a prefix that the job chose. */
    private static final Pattern RANK = Pattern.compile("(\\d{1,9})(\\.(json|pickle|pkl|bin|dump))?$");

    /** Names under which nothing but a dump is found, even where the file is empty. */
    private static final Pattern DUMP = Pattern.compile("(trace|dump|rank|fr).*\\d+(\\.\\w+)?$");

    private static final List<String> KEYS = List.of("pg_config", "pg_status", "entries", "comm_lib_version");

    private final PythonFrames frames = new PythonFrames();

    /** Makes a reader. */
    public DumpReader() {}

    @Override
    public boolean recognizes(Path file, byte[] head) {
        String name = file.getFileName().toString();
        if (head.length == 0) {
            return DUMP.matcher(name).find() && !name.endsWith(".trace");
        }
        boolean pickled = head[0] == (byte) 0x80 || head[0] == '}' || head[0] == '(';
        if (!pickled && head[0] != '{') {
            return false;
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        return KEYS.stream().anyMatch(text::contains)
                || pickled && DUMP.matcher(name).find();
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        return List.of(new DumpSource(file, rank(file), frames));
    }

    /** Returns the rank that a file's name tells; -1 where it tells none. */
    static int rank(Path file) {
        Matcher number = RANK.matcher(file.getFileName().toString());
        return number.find() ? Integer.parseInt(number.group(1)) : -1;
    }
}
