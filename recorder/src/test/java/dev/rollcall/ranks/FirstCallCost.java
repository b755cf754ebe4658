package dev.rollcall.ranks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.global.torch;

/** Prints the milliseconds of processor time, of the process and of the main thread, that a program's first recorded call takes. */
public final class FirstCallCost {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private FirstCallCost() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        Loader.load(torch.class);
        Path store = Files.createTempFile("rollcall-cost", "");
        long process = PROCESS.getProcessCpuTime();
        long thread = THREADS.getCurrentThreadCpuTime();
        FileStore first = new FileStore(store.toString(), 1);
        System.out.printf(
                "%d %d%n",
                (PROCESS.getProcessCpuTime() - process) / 1_000_000,
                (THREADS.getCurrentThreadCpuTime() - thread) / 1_000_000);
        first.close();
        Files.deleteIfExists(store);
    }
}
