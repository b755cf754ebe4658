package dev.rollcall.analyzer.input.stack;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextFile;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads the JSON of {@code py-spy dump --json}: for each process an array of threads, which have {@code pid}, {@code thread_name},
 * {@code active} and {@code frames} (py-spy's {@code src/stack_trace.rs}). The arrays of several processes may follow each other.
 * Thread-safe.
 */
public final class PySpyJsonReader implements SourceReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Pattern BEGINNING = Pattern.compile("^\\s*+\\[\\s*+\\{");
    private static final int LONGEST_BEGINNING = 256;
    private static final int MOST_PROCESSES = 1024;

    /** What a thread, and a frame besides its names, take in memory, in bytes. */
    private static final int BYTES_OF_THREAD = 700;

    private static final int BYTES_OF_FRAME = 300;

    private final MemoryBudget budget;

    /** Makes a reader that keeps as much as the budget allows. */
    public PySpyJsonReader(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public String formatName() {
        return "JSON of py-spy";
    }

    @Override
    public boolean recognizes(Path file, byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        return isReport(text) || text.contains("thread_id") && isReport(TextFile.withoutPrefixes(head));
    }

    private static boolean isReport(String head) {
        return BEGINNING.matcher(head).find() && head.contains("\"pid\"") && head.contains("\"thread_id\"");
    }

    /** Opens a file, without the prefixes that a launcher put before its lines. */
    private static InputStream input(Path file) throws IOException {
        boolean plain =
                BEGINNING.matcher(TextFile.beginning(file, LONGEST_BEGINNING)).find();
        return plain ? Files.newInputStream(file) : TextFile.withoutPrefixes(file);
    }

    @Override
    public List<ProcessSource> open(Path file) throws IOException {
        Map<Long, DumpedProcess> processes = new LinkedHashMap<>();
        try (InputStream in = input(file);
                JsonParser parser = JSON.createParser(in)) {
            parser.configure(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION.mappedFeature(), false);
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    readThread(parser, processes, budget);
                }
            }
        } catch (JsonEOFException cutOff) {
            // The threads before the end are whole.
            if (processes.isEmpty()) {
                throw new IOException("the JSON ends within the first thread", cutOff);
            }
        } catch (JsonProcessingException e) {
            throw new IOException(
                    "not whole JSON: " + e.getMessage().lines().findFirst().orElse(""), e);
        }
        List<ProcessSource> sources = new ArrayList<>();
        for (DumpedProcess process : processes.values()) {
            if (!process.isHelper() && !process.isEmpty()) {
                sources.add(new StackSource(
                        file,
                        "",
                        process.pid,
                        -1,
                        process.commandLine,
                        process.snapshots(PythonStack::withSite, Call.NO_TIME)));
            }
        }
        return sources;
    }

    private static void readThread(JsonParser parser, Map<Long, DumpedProcess> processes, MemoryBudget budget)
            throws IOException {
        long pid = -1;
        String id = "";
        String name = "";
        String commandLine = "";
        boolean active = false;
        List<StackFrame> frames = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "pid" -> pid = parser.getValueAsLong(-1);
                case "thread_id" -> id = parser.getValueAsString("");
                case "thread_name" -> name = parser.getValueAsString("");
                case "active" -> active = parser.getValueAsBoolean();
                case "process_info" -> commandLine = commandLine(parser);
                case "frames" -> readFrames(parser, frames);
                default -> {
                    if (value.isStructStart()) {
                        parser.skipChildren();
                    }
                }
            }
        }
        long bytes = BYTES_OF_THREAD;
        for (StackFrame frame : frames) {
            bytes += BYTES_OF_FRAME + frame.method().length() + frame.file().length();
        }
        if (processes.size() == MOST_PROCESSES && !processes.containsKey(pid) || !budget.take(bytes)) {
            return;
        }
        DumpedProcess process = processes.get(pid);
        if (process == null || process.hasThread(id)) {
            // Of several looks the last one counts.
            process = new DumpedProcess(pid, commandLine);
            processes.put(pid, process);
        }
        DumpedThread thread = process.add(new DumpedThread(id, name, active ? "active" : "idle"));
        thread.main = name.equals("MainThread");
        frames.forEach(thread::add);
    }

    private static String commandLine(JsonParser parser) throws IOException {
        String commandLine = "";
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return commandLine;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            if (parser.nextToken().isStructStart()) {
                parser.skipChildren();
            } else if (field.equals("command_line")) {
                commandLine = parser.getValueAsString("");
            }
        }
        return commandLine;
    }

    private static void readFrames(JsonParser parser, List<StackFrame> frames) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return;
        }
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            String method = "";
            String file = "";
            int line = 0;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                if (parser.nextToken().isStructStart()) {
                    parser.skipChildren();
                    continue;
                }
                switch (field) {
                    case "name" -> method = parser.getValueAsString("");
                    case "filename" -> file = parser.getValueAsString("");
                    case "line" -> line = parser.getValueAsInt();
                    default -> {}
                }
            }
            if (frames.size() < DumpedThread.MOST_FRAMES) {
                frames.add(new StackFrame("", method, file, line));
            }
        }
    }
}
