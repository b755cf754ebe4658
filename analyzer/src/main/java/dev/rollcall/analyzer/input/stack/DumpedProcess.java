package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One look at a process whose stacks are being read. Not thread-safe. */
final class DumpedProcess {
    /** A look at more threads lacks the last of them. */
    private static final int MOST_THREADS = 1000;

    private static final long BYTES_OF_THREAD = 700;
    private static final long BYTES_OF_LOCK = 200;

    final String commandLine;
    long pid;
    private final List<DumpedThread> threads = new ArrayList<>();

    /** Makes a process; {@code pid} is -1 and {@code commandLine} is empty where unknown. */
    DumpedProcess(long pid, String commandLine) {
        this.pid = pid;
        this.commandLine = commandLine;
    }

    /** Adds a thread and returns it. */
    DumpedThread add(DumpedThread thread) {
        if (threads.size() < MOST_THREADS) {
            threads.add(thread);
        }
        return thread;
    }

    boolean isEmpty() {
        return threads.stream().allMatch(thread -> thread.frames.isEmpty());
    }

    boolean hasThread(String id) {
        return threads.stream().anyMatch(thread -> thread.id.equals(id));
    }

    /** Returns how much memory the threads take, in bytes, without the frames that others share. */
    long bytes() {
        long bytes = 0;
        for (DumpedThread thread : threads) {
            bytes += BYTES_OF_THREAD + Long.BYTES * thread.frames.size() + BYTES_OF_LOCK * thread.held.size();
        }
        return bytes;
    }

    List<DumpedThread> threads() {
        return threads;
    }

    /** Returns the first thread of the process: the one that the text calls so, else the one that fits best; null for none. */
    DumpedThread main() {
        return threads.stream()
                .filter(thread -> thread.main)
                .findFirst()
                .or(() -> threads.stream().filter(DumpedProcess::runsProgram).reduce((one, later) -> later))
                .orElse(threads.size() == 1 ? threads.get(0) : null);
    }

    /** Returns whether the outermost frame is a Python program's own, which is below the first thread only. */
    private static boolean runsProgram(DumpedThread thread) {
        return !thread.frames.isEmpty()
                && thread.frames.get(thread.frames.size() - 1).method().equals("<module>");
    }

    /** Returns what distinguishes this process from others in a file; two looks at one process are equal in it. */
    String key() {
        DumpedThread main = main();
        return pid >= 0 ? "pid " + pid : main == null ? "" : "thread " + main.id;
    }

    /**
     * Returns whether this is a process beside the ranks: a launcher, or one that loads data for a rank or compiles for it. Its
     * stack says nothing about collectives.
     */
    boolean isHelper() {
        return threads.stream()
                .flatMap(thread -> thread.frames.stream())
                .anyMatch(frame -> frame.file().contains("torch/distributed/elastic/agent/")
                        || frame.file().endsWith("torch/utils/data/_utils/worker.py")
                        || frame.file().endsWith("multiprocessing/resource_tracker.py")
                        || frame.file().endsWith("multiprocessing/forkserver.py")
                        || frame.file().contains("torch/_inductor/compile_worker/")
                        || frame.file().endsWith("torch/multiprocessing/spawn.py")
                                && frame.method().equals("join"));
    }

    /** Returns the snapshots of the threads that have frames. The first thread is called as the JVM's, whatever the language. */
    List<ThreadSnapshot> snapshots(Function<List<StackFrame>, CallStack> withSite, long time) {
        Map<String, String> owners = new HashMap<>();
        for (DumpedThread thread : threads) {
            thread.held.removeAll(thread.released);
            thread.held.forEach(lock -> owners.put(lock, name(thread)));
        }
        List<ThreadSnapshot> snapshots = new ArrayList<>();
        for (DumpedThread thread : threads) {
            if (!thread.frames.isEmpty()) {
                String owner = owners.getOrDefault(thread.awaited, "");
                snapshots.add(new ThreadSnapshot(
                        name(thread),
                        thread.state,
                        withSite.apply(thread.frames),
                        time,
                        thread.awaited,
                        owner.equals(name(thread)) ? "" : owner));
            }
        }
        return snapshots;
    }

    private String name(DumpedThread thread) {
        return thread == main() ? ThreadSnapshot.MAIN : thread.name.isEmpty() ? thread.id : thread.name;
    }
}
