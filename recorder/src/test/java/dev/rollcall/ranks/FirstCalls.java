package dev.rollcall.ranks;

import java.util.ArrayList;
import java.util.List;

/** Makes its first calls where the argument says. Prints how many were made, and whether an interrupt stayed pending. */
public final class FirstCalls {
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
            case "virtual" -> {
                // Not in the oldest release that the tests run on.
                Thread thread = (Thread) Thread.class
                        .getMethod("startVirtualThread", Runnable.class)
                        .invoke(null, (Runnable) FirstCalls::callAndPrint);
                thread.join();
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
