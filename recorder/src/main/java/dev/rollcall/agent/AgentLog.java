package dev.rollcall.agent;

import dev.rollcall.recorder.AgentThread;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Prints the agent's lines on file descriptor 2; nothing goes to stdout, nor into what the job has made of {@code System.err}. A
 * daemon thread writes them, so that a full pipe does not block the thread that has something to say: it is one of the job's,
 * or has calls to record. Lines that do not fit into the queue are dropped. Thread-safe.
 */
final class AgentLog {
    private static final String PREFIX = "rollcall: ";
    private static final int MOST_WAITING = 256;
    private static final long LAST_MILLIS = 200;

    private static final BlockingQueue<byte[]> WAITING = new ArrayBlockingQueue<>(MOST_WAITING);

    /** Never closed: that would close the job's stderr. */
    private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

    /** How many lines are not written yet. The thread that writes notifies those that wait for zero. */
    private static final AtomicInteger UNWRITTEN = new AtomicInteger();

    private static boolean started;

    private AgentLog() {}

    /** Prints one line, without waiting. */
    static void print(String line) {
        byte[] bytes = (PREFIX + oneLine(line) + "\n").getBytes(StandardCharsets.UTF_8);
        UNWRITTEN.incrementAndGet();
        if (WAITING.offer(bytes)) {
            start();
        } else {
            UNWRITTEN.decrementAndGet();
        }
    }

    /** Waits until the lines are written, at most a fifth of a second; called before the process ends. */
    static void flush() {
        long begin = System.nanoTime();
        boolean interrupted = false;
        synchronized (UNWRITTEN) {
            long left = LAST_MILLIS;
            while (UNWRITTEN.get() > 0 && left > 0) {
                try {
                    UNWRITTEN.wait(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                left = LAST_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized void start() {
        if (!started) {
            AgentThread.start(AgentLog::write, "rollcall-log");
            started = true;
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(null, AgentLog::flush, "rollcall-log-end", 0, false));
            } catch (IllegalStateException e) {
                // The process ends already.
            }
        }
    }

    private static void write() {
        while (true) {
            try {
                byte[] line = WAITING.take();
                try {
                    STDERR.write(line);
                } finally {
                    written();
                }
            } catch (InterruptedException | IOException | OutOfMemoryError e) {
                // Nobody interrupts this thread. Neither a closed descriptor nor the job's exhausted heap may end it.
                continue;
            }
        }
    }

    private static void written() {
        if (UNWRITTEN.decrementAndGet() == 0) {
            synchronized (UNWRITTEN) {
                UNWRITTEN.notifyAll();
            }
        }
    }

    private static String oneLine(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text : text.replaceAll("\\s*\\R\\s*", " ");
    }
}
