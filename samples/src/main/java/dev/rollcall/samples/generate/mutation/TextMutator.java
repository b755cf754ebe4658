package dev.rollcall.samples.generate.mutation;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes a text at random: its bytes, its lines or its numbers. Not thread-safe. */
final class TextMutator {
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final String[] NUMBERS = {
        "0",
        "-1",
        "1",
        "2147483647",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "99999999999999999999999"
    };
    /** Docker's and Kubernetes' files, {@code srun --label}, {@code mpirun --tag-output} and {@code tail -f} of several files. */
    private static final String[] PREFIXES = {
        "{\"log\":\"%3$s%4$s\",\"stream\":\"stderr\",\"time\":\"2026-11-22T10:18:0%1$d.5Z\"}\n",
        "2026-11-22T10:18:0%d.5Z stderr %s %s\n",
        "%1$d: %3$s\n",
        "[1,%1$d]<stderr>:%3$s\n",
        "==> rank%1$d.log <==\n%3$s\n"
    };

    private static final int MOST_CHANGES = 8;
    private static final int MOST_BYTES = 400;

    private final Random random;

    TextMutator(Random random) {
        this.random = random;
    }

    /** Returns a changed copy. */
    byte[] mutated(byte[] text) {
        if (text.length == 0) {
            return text;
        }
        return switch (random.nextInt(6)) {
            case 0 -> otherBytes(text.clone());
            case 1 -> otherPiece(text);
            case 2 -> otherNumbers(text);
            case 3 -> withPrefixes(text);
            default -> otherLines(text);
        };
    }

    private byte[] otherBytes(byte[] text) {
        for (int i = 0; i <= random.nextInt(MOST_CHANGES); i++) {
            text[random.nextInt(text.length)] = (byte) random.nextInt(256);
        }
        return text;
    }

    /** Drops or repeats a piece, or everything behind it. */
    private byte[] otherPiece(byte[] text) {
        int from = random.nextInt(text.length);
        int to = Math.min(text.length, from + 1 + random.nextInt(MOST_BYTES));
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(text, 0, from);
        int times = random.nextInt(4);
        for (int i = 0; i < times; i++) {
            changed.write(text, from, to - from);
        }
        if (times > 0 || random.nextBoolean()) {
            changed.write(text, to, text.length - to);
        }
        return changed.toByteArray();
    }

    private byte[] otherNumbers(byte[] text) {
        String whole = string(text);
        List<Integer> starts = new ArrayList<>();
        Matcher numbers = NUMBER.matcher(whole);
        while (numbers.find()) {
            starts.add(numbers.start());
        }
        StringBuilder changed = new StringBuilder(whole);
        for (int i = 0; i <= random.nextInt(MOST_CHANGES) && !starts.isEmpty(); i++) {
            Matcher number = NUMBER.matcher(changed);
            if (number.find(Math.min(changed.length() - 1, starts.get(random.nextInt(starts.size()))))) {
                changed.replace(number.start(), number.end(), NUMBERS[random.nextInt(NUMBERS.length)]);
            }
        }
        return bytes(changed.toString());
    }

    /** Drops, repeats, moves or cuts some lines. */
    private byte[] otherLines(byte[] text) {
        List<String> lines = new ArrayList<>(List.of(string(text).split("(?<=\n)")));
        for (int i = 0; i <= random.nextInt(MOST_CHANGES) && lines.size() > 1; i++) {
            int at = random.nextInt(lines.size());
            String line = lines.get(at);
            switch (random.nextInt(4)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, line);
                case 2 -> lines.add(random.nextInt(lines.size()), lines.remove(at));
                default -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
            }
        }
        return bytes(String.join("", lines));
    }

    /** Writes the lines as a container's runtime or a launcher does, in pieces, and damages some of them. */
    private byte[] withPrefixes(byte[] text) {
        int form = random.nextInt(PREFIXES.length);
        int longest = 1 + random.nextInt(MOST_BYTES);
        StringBuilder changed = new StringBuilder();
        for (String line : string(text).split("\n")) {
            for (int from = 0; from == 0 || from < line.length(); from += longest) {
                boolean last = from + longest >= line.length();
                String piece = line.substring(from, last ? line.length() : from + longest);
                String escaped =
                        piece.replace("\\", "\\\\").replace("\"", "\\\"").replace("\r", "\\r");
                changed.append(String.format(
                        PREFIXES[form],
                        random.nextInt(MOST_CHANGES),
                        last ? "F" : "P",
                        form == 0 ? escaped : piece,
                        last ? "\\n" : ""));
            }
        }
        byte[] prefixed = bytes(changed.toString());
        return random.nextBoolean() ? prefixed : otherLines(prefixed);
    }

    private static String string(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
