package dev.rollcall.ranks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * One rank, three groups, a pool of four threads, two of them on one group, and works that are waited for at once, late or
 * never. Prints a checksum of the results; its memory and native objects after 20,000 and 100,000 calls go to stderr.
 */
public final class Endurance {
    /** Calls of each of the four threads in the first part, and in the second. */
    private static final int[] PARTS = {5_000, 20_000};

    /** Calls on each group at the end, one after the other. */
    private static final int TAIL = 16;

    private static final int LATE = 32;
    private static final int EVERY = 100;

    private Endurance() {}

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        List<ProcessGroupGloo> groups = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            groups.add(Gloo.join(new FileStore(System.getenv("STORE") + i, 1), 0, 1));
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        long checksum = 0;
        for (int part : PARTS) {
            List<Future<Long>> results = List.of(
                    pool.submit(() -> late(groups.get(0), part, 1)),
                    pool.submit(() -> late(groups.get(1), part, LATE)),
                    pool.submit(() -> never(groups.get(2), part)),
                    pool.submit(() -> never(groups.get(2), part)));
            for (Future<Long> result : results) {
                checksum = checksum * 31 + result.get();
            }
            tellMemory();
        }
        pool.shutdown();
        for (ProcessGroupGloo group : groups) {
            checksum = checksum * 31 + late(group, TAIL, 1);
        }
        System.out.println("checksum " + checksum);
    }

    /** Waits for each work once so many have been issued. */
    private static long late(ProcessGroupGloo group, int calls, int late) {
        Deque<Work> works = new ArrayDeque<>();
        Deque<Tensor> values = new ArrayDeque<>();
        long checksum = 0;
        for (int i = 0; i < calls; i++) {
            Tensor value = torch.full(new long[] {4}, new Scalar((float) (i % 1000)));
            values.add(value);
            works.add(group.allreduce(new TensorVector(value)));
            if (works.size() == late || i == calls - 1) {
                while (!works.isEmpty()) {
                    works.remove()._wait();
                    checksum = checksum * 31 + (long) values.remove().sum().item_float();
                }
            }
        }
        return checksum;
    }

    /** Drops works without a wait, so that only some are in flight. */
    private static long never(ProcessGroupGloo group, int calls) {
        TensorVector value = new TensorVector(torch.ones(4));
        for (int i = 1; i <= calls; i++) {
            Work work = group.allreduce(value);
            if (i % EVERY == 0) {
                work._wait();
            }
        }
        return (long) value.get(0).sum().item_float();
    }

    private static void tellMemory() throws IOException, InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(300);
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        String resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow()
                .replaceAll("\\D", "");
        System.err.println("memory " + heap / 1024 + " " + resident + " " + Pointer.totalCount());
    }
}
