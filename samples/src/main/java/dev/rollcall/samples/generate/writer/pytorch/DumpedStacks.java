package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.ScriptLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The stacks of the generated script as a Python program has them; equal frames are one object. Not thread-safe. */
final class DumpedStacks {
    private record Key(ScriptLine site, String function) {}

    private final Map<Key, List<Object>> stacks = new HashMap<>();
    private final Map<ScriptLine.Line, Map<String, Object>> frames = new HashMap<>();

    /** Returns the stack at a line, in the function of the library that the line calls. */
    List<Object> of(ScriptLine site, String function) {
        return stacks.computeIfAbsent(new Key(site, function), key -> {
            List<Object> stack = new ArrayList<>();
            stack.add(frame(PythonNames.LIBRARY + "distributed_c10d.py", function, 3068));
            stack.add(frame(PythonNames.LIBRARY + "c10d_logger.py", "wrapper", 83));
            site.callChain().forEach(line -> stack.add(frame(line)));
            return stack;
        });
    }

    private Map<String, Object> frame(ScriptLine.Line line) {
        return frames.computeIfAbsent(
                line, key -> frame(PythonNames.file(line), PythonNames.function(line), line.number()));
    }

    private static Map<String, Object> frame(String file, String function, int line) {
        return new TreeMap<>(Map.of("name", function, "filename", file, "line", line));
    }
}
