package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.scan.run.Forks;
import dev.rollcall.analyzer.scan.run.Worlds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Explains calls that were recorded in a Python job, by its sources. Not safe for use by several threads. */
public final class PythonForks {
    private static final int MOST_SHARED = 64;
    private static final Pattern LIBRARY = Pattern.compile("(site|dist)-packages");

    private final PythonProgram program;
    private final PythonScan scan;
    private final Forks forks = new Forks(this::beginnings);

    /** Makes it for a program. */
    public PythonForks(PythonProgram program) {
        this.program = program;
        scan = new PythonScan(program);
    }

    /** Returns where ranks part over what was done on a way; empty where they do not, or nobody knows. */
    public Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return forks.fork(own(way), matter)
                .map(fork -> new Fork(
                        Path.of(fork.file()).getFileName().toString(), fork.line(), fork.condition(), fork.effect()));
    }

    /** Returns whether all ranks make a call; empty where no run came to it. */
    public Optional<Boolean> madeByAll(List<StackFrame> way) {
        return forks.madeByAll(own(way));
    }

    /** Returns the ranks of a world of some size that make a call; empty where unknown. */
    public Optional<Set<Integer>> makers(List<StackFrame> way, int world) {
        return forks.makers(own(way), world);
    }

    /** Returns the frames of the program's own functions: comprehensions have frames in some versions of Python only. */
    private List<StackFrame> own(List<StackFrame> way) {
        return way.stream()
                .filter(frame -> frame.method().equals("<module>")
                        || frame.method().equals("<lambda>")
                        || !frame.method().startsWith("<"))
                .filter(frame -> file(frame) != null)
                .toList();
    }

    private List<Worlds> beginnings(List<StackFrame> way) {
        List<Worlds> found = new ArrayList<>();
        for (int i = way.size() - 1; i >= 0; i--) {
            StackFrame frame = way.get(i);
            found.addAll(scan.at(file(frame), frame.method(), frame.line()));
        }
        return found;
    }

    /** Returns the file of a frame: of those with its name the one that shares most folders with it. */
    private PythonFile file(StackFrame frame) {
        PythonFile best = null;
        int most = 0;
        for (PythonFile each : program.files()) {
            int shared = LIBRARY.matcher(frame.file()).find()
                            != LIBRARY.matcher(each.path()).find()
                    ? 0
                    : shared(each.path(), frame.file());
            if (shared > most) {
                best = each;
                most = shared;
            }
        }
        return best;
    }

    private static int shared(String one, String other) {
        String[] a = one.split("[/\\\\]");
        String[] b = other.split("[/\\\\]");
        int shared = 0;
        while (shared < Math.min(Math.min(a.length, b.length), MOST_SHARED)
                && a[a.length - 1 - shared].equals(b[b.length - 1 - shared])) {
            shared++;
        }
        return shared;
    }
}
