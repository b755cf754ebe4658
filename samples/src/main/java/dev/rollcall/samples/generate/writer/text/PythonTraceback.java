package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.writer.pytorch.PythonNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The traceback of an exception, as Python prints it when the source files are not at hand. */
final class PythonTraceback {
    private final List<String> lines = new ArrayList<>();

    /** Starts a traceback of the frames that lead to a line of the script. */
    PythonTraceback(ScriptLine site) {
        lines.add("Traceback (most recent call last):");
        List<ScriptLine.Line> chain = new ArrayList<>(site.callChain());
        Collections.reverse(chain);
        chain.forEach(line -> frame(PythonNames.file(line), line.number(), PythonNames.function(line)));
    }

    /** Adds the frames of a call into {@code torch.distributed}. */
    PythonTraceback in(String function) {
        frame(PythonNames.LIBRARY + "c10d_logger.py", 83, "wrapper");
        frame(PythonNames.LIBRARY + "distributed_c10d.py", 3068, function);
        return this;
    }

    private void frame(String file, int line, String function) {
        lines.add("  File \"" + file + "\", line " + line + ", in " + function);
    }

    /** Prints the traceback of an exception, line by line, so that other ranks' lines may come between. */
    void print(JobLog log, int rank, long nanos, String error) {
        long at = nanos;
        lines.addAll(error.lines().toList());
        for (String line : lines) {
            log.add(at, rank, "[rank" + rank + "]: " + line);
            at += 3_000;
        }
    }
}
