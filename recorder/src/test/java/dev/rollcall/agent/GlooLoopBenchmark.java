package dev.rollcall.agent;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.pytorch.AllreduceOptions;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Measures loops of real Gloo all_reduces in one process, a thread for each rank. Under the agent, rounds with its hooks off and on
 * take turns. Prints "off" or "on" and the medians of microseconds of wall time and of the threads' processor time a call of a
 * rank, then the process's resident memory in KiB, separated by tabs.
 */
public final class GlooLoopBenchmark {
    private static final int WARM_UP_CALLS = 30_000;

    private final ProcessGroupGloo group;
    private final TensorVector tensors;
    private final AllreduceOptions options = new AllreduceOptions();

    private GlooLoopBenchmark(Path store, int rank, int ranks, int floats) {
        ProcessGroupGloo.Options groupOptions = ProcessGroupGloo.Options.create();
        groupOptions.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        group = new ProcessGroupGloo(new FileStore(store.toString(), ranks), rank, ranks, groupOptions);
        tensors = new TensorVector(torch.ones(floats));
    }

    /** Takes the number of ranks, of floats, of calls in a round, and of rounds. */
    public static void main(String[] arguments) throws Exception {
        int ranks = Integer.parseInt(arguments[0]);
        int floats = Integer.parseInt(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        int rounds = Integer.parseInt(arguments[3]);
        Path store = Files.createTempDirectory("rollcall-benchmark").resolve("store");
        ExecutorService pool = Executors.newFixedThreadPool(ranks, task -> {
            Thread thread = new Thread(task);
            // A failure of the main thread ends the process.
            thread.setDaemon(true);
            return thread;
        });
        List<Future<GlooLoopBenchmark>> joins = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            int own = rank;
            joins.add(pool.submit(() -> new GlooLoopBenchmark(store, own, ranks, floats)));
        }
        List<GlooLoopBenchmark> members = new ArrayList<>();
        for (Future<GlooLoopBenchmark> join : joins) {
            members.add(join.get());
        }
        HookSession session = session();
        int variants = session == null ? 1 : 2;
        // Alone, a rank gets the hooks compiled in a second.
        new GlooLoopBenchmark(store.resolveSibling("warm-up"), 0, 1, 1).loop(WARM_UP_CALLS);
        double[][] wall = new double[variants][rounds];
        double[][] processor = new double[variants][rounds];
        // The first round warms up.
        for (int round = -1; round < rounds; round++) {
            for (int variant = 0; variant < variants; variant++) {
                Hooks.install(variant == 1 ? session : null);
                long start = System.nanoTime();
                List<Future<Long>> loops = new ArrayList<>();
                for (GlooLoopBenchmark member : members) {
                    loops.add(pool.submit(() -> member.loop(calls)));
                }
                long used = 0;
                for (Future<Long> loop : loops) {
                    used += loop.get();
                }
                if (round >= 0) {
                    wall[variant][round] = (System.nanoTime() - start) / 1e3 / calls;
                    processor[variant][round] = used / 1e3 / calls / ranks;
                }
            }
        }
        long resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
        for (int variant = 0; variant < variants; variant++) {
            System.out.printf(
                    "%s\t%.3f\t%.3f\t%d%n",
                    variant == 0 ? "off" : "on", median(wall[variant]), median(processor[variant]), resident);
        }
        Files.deleteIfExists(store);
        Files.deleteIfExists(store.resolveSibling("warm-up"));
        Files.deleteIfExists(store.getParent());
        System.out.flush();
        // Gloo's threads run on, and PyTorch's destructors could wait for them.
        Runtime.getRuntime().halt(0);
    }

    /** Returns the agent's session; null without the agent. */
    private static HookSession session() throws ReflectiveOperationException {
        Field session = Hooks.class.getDeclaredField("session");
        session.setAccessible(true);
        return (HookSession) session.get(null);
    }

    private long loop(int calls) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < calls; i++) {
            group.allreduce(tensors, options)._wait();
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
