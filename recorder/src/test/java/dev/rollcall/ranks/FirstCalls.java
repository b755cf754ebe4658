package dev.rollcall.ranks;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes its first calls where the argument says. Prints how many were made, and whether an interrupt stayed pending. */
public final class FirstCalls {
    /** What is recorded of them. */
    public static final String CALLS = """
            library mine
            class dev.rollcall.ranks.OwnLibrary
              communicator     group  name rank size
              call all_reduce  sum    input reduction
            """;

    private static final float[] VALUES = new float[4];

    private FirstCalls() {}

    /** Makes a call before anybody can use the class. */
    private static final class InStaticInitializer {
        static final double RESULT = call();
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "static initializer" -> print(InStaticInitializer.RESULT > 0 ? 1 : 0);
            case "shutdown hook" -> Runtime.getRuntime().addShutdownHook(new Thread(FirstCalls::callAndPrint));
            case "interrupted" -> {
                Thread.currentThread().interrupt();
                call();
                print(Thread.interrupted() ? 1 : 0);
            }
            case "virtual" -> print(inVirtualThreads(Integer.parseInt(args[1])));
            case "full" -> {
                call();
                fill(Path.of(args[1]));
                for (int i = 0; i < 1000; i++) {
                    call();
                }
                print(1001);
            }
            default -> print(inThreads(Integer.parseInt(args[0])));
        }
    }

    private static int inThreads(int count) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(null, FirstCalls::call, "caller-" + i, 256 << 10);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return count;
    }

    private static int inVirtualThreads(int count) throws ReflectiveOperationException, InterruptedException {
        // Not in the oldest release that the tests run on.
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add((Thread) start.invoke(null, (Runnable) FirstCalls::call));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return count;
    }

    /** Writes a file until its file system is full. */
    private static void fill(Path file) {
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[4096]);
            }
        } catch (IOException full) {
            return;
        }
    }

    private static void callAndPrint() {
        call();
        print(1);
    }

    private static double call() {
        return OwnLibrary.group("everyone", 0, 1).sum(VALUES, "SUM");
    }

    private static void print(int calls) {
        System.out.println(calls);
    }
}
