package dev.rollcall.analyzer.scan.run;

import java.util.Collection;
import java.util.List;

/** Names for values that are known only by how they came about. */
public final class Keys {
    private static final int LONGEST = 240;

    private Keys() {}

    public static String of(String operation, Value... operands) {
        return of(operation, List.of(operands));
    }

    public static String of(String operation, Collection<? extends Value> operands) {
        StringBuilder text = new StringBuilder(operation).append('(');
        String separator = "";
        for (Value each : operands) {
            text.append(separator).append(each.key());
            separator = ",";
        }
        return shorten(text.append(')').toString());
    }

    /** Keeps keys of long computations short; two 64-bit hashes stand for the rest. */
    public static String shorten(String key) {
        if (key.length() <= LONGEST) {
            return key;
        }
        return key.substring(0, 40) + ".." + Long.toHexString(hash(key, 31))
                + Long.toHexString(hash(key, 0x9E3779B97F4A7C15L));
    }

    private static long hash(String text, long factor) {
        long hash = 1;
        for (int i = 0; i < text.length(); i++) {
            hash = hash * factor + text.charAt(i);
        }
        return mix(hash, text.length());
    }

    /** Mixes a number into a hash; SplitMix64's finalizer. */
    public static long mix(long hash, long number) {
        long z = hash * 31 + number + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public static boolean ranked(Value... values) {
        return ranked(List.of(values));
    }

    public static boolean ranked(Collection<? extends Value> values) {
        return values.stream().anyMatch(Value::ranked);
    }
}
