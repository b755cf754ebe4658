package dev.rollcall.ranks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Calls its library many times while its trace is truncated or deleted, and prints the effect. Within the calls and between
 * them it allocates arrays in a way that makes the JVM throw a pending error.
 */
public final class LostFile {
    private static final float[] VALUES = new float[4];

    private static Path file;
    private static String becomes;

    private LostFile() {}

    /**
     * Runs the rank; {@code args} are the file, its fate ({@code deleted} or its new length), when that happens ({@code within} a
     * call or {@code between} two), and the number of calls before and after that.
     */
    public static void main(String[] args) throws IOException {
        file = Path.of(args[0]);
        int calls = Integer.parseInt(args[3]);
        long sum = calls(calls);
        if (args[2].equals("within")) {
            becomes = args[1];
        } else {
            lose(args[1]);
        }
        System.out.println("sum " + (sum + calls(calls)));
    }

    private static long calls(int calls) throws IOException {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += sum(VALUES, "SUM");
            sum += new byte[9][1].length;
        }
        return sum;
    }

    /** The library's one method. */
    static long sum(float[] values, String reduction) throws IOException {
        if (becomes != null) {
            lose(becomes);
            becomes = null;
        }
        return values.length + reduction.length() + new byte[9][1].length;
    }

    private static void lose(String what) throws IOException {
        if (what.equals("deleted")) {
            Files.delete(file);
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(Long.parseLong(what));
        }
    }
}
