package dev.rollcall.analyzer.input.console;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** What can happen to the lines of one rank in a console: they are lost, repeated, cut, or mixed with other lines. */
enum ConsoleDamage {
    REMOVED,
    FIRST_HALF,
    SECOND_HALF,
    EVERY_OTHER,
    DOUBLED,
    REPEATED_AT_END,
    CUT,
    WITHOUT_PREFIX,
    WITHOUT_LINE_FEED,
    FIRST,
    LAST,
    /** In their order, at random places. */
    INTERLEAVED,
    /** Each behind a line of one other rank. */
    BEHIND_ANOTHER_RANK,
    /** In any order, at random places. */
    SHUFFLED;

    private static final Pattern PREFIX = Pattern.compile("^\\[rank\\d+\\]:");

    /**
     * One line of a console.
     *
     * @param rank the rank that wrote it; -1 for the launcher
     */
    record Line(int rank, String text) {}

    /** Returns whether it depends on random numbers. */
    boolean isRandom() {
        return EnumSet.of(CUT, INTERLEAVED, BEHIND_ANOTHER_RANK, SHUFFLED).contains(this);
    }

    /** Returns the console with damage to the lines of a rank. */
    List<String> of(List<Line> console, int rank, Random random) {
        List<String> own = texts(console, rank, true);
        List<String> others = texts(console, rank, false);
        int half = (own.size() + 1) / 2;
        return switch (this) {
            case REMOVED -> others;
            case FIRST -> joined(own, others);
            case LAST -> joined(others, own);
            case REPEATED_AT_END -> joined(texts(console), own);
            case INTERLEAVED -> interleaved(own, others, random);
            case SHUFFLED -> {
                Collections.shuffle(own, random);
                yield interleaved(own, others, random);
            }
            case BEHIND_ANOTHER_RANK -> behindAnotherRank(console, rank, random);
            case WITHOUT_LINE_FEED -> withoutLineFeed(console, rank);
            default -> {
                List<String> result = new ArrayList<>();
                int number = 0;
                for (Line line : console) {
                    result.addAll(line.rank() == rank ? of(line.text(), number++, half, random) : List.of(line.text()));
                }
                yield result;
            }
        };
    }

    /** Returns what becomes of the line of this number. */
    private List<String> of(String line, int number, int half, Random random) {
        return switch (this) {
            case FIRST_HALF -> number < half ? List.of(line) : List.of();
            case SECOND_HALF -> number < half ? List.of() : List.of(line);
            case EVERY_OTHER -> number % 2 == 0 ? List.of(line) : List.of();
            case DOUBLED -> List.of(line, line);
            case CUT -> List.of(line.substring(0, random.nextInt(line.length() + 1)));
            case WITHOUT_PREFIX -> List.of(PREFIX.matcher(line).replaceFirst(""));
            default -> throw new IllegalStateException();
        };
    }

    private static List<String> interleaved(List<String> own, List<String> others, Random random) {
        int[] places = own.stream()
                .mapToInt(line -> random.nextInt(others.size() + 1))
                .sorted()
                .toArray();
        List<String> result = new ArrayList<>();
        int next = 0;
        for (int place = 0; place <= others.size(); place++) {
            while (next < places.length && places[next] == place) {
                result.add(own.get(next++));
            }
            if (place < others.size()) {
                result.add(others.get(place));
            }
        }
        return result;
    }

    private static List<String> behindAnotherRank(List<Line> console, int rank, Random random) {
        List<Integer> ranks = console.stream()
                .map(Line::rank)
                .filter(other -> other >= 0 && other != rank)
                .distinct()
                .toList();
        int before = ranks.isEmpty() ? -1 : ranks.get(random.nextInt(ranks.size()));
        List<String> own = texts(console, rank, true);
        List<String> result = new ArrayList<>();
        for (Line line : console) {
            if (line.rank() != rank) {
                result.add(line.text());
            }
            if (line.rank() == before && !own.isEmpty()) {
                result.add(own.remove(0));
            }
        }
        return joined(result, own);
    }

    /** The next line stands behind each of the rank. */
    private static List<String> withoutLineFeed(List<Line> console, int rank) {
        List<String> result = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (Line line : console) {
            open.append(line.text());
            if (line.rank() != rank) {
                result.add(open.toString());
                open.setLength(0);
            }
        }
        result.add(open.toString());
        return result;
    }

    private static List<String> texts(List<Line> lines) {
        return lines.stream().map(Line::text).toList();
    }

    private static List<String> texts(List<Line> lines, int rank, boolean own) {
        List<String> texts = new ArrayList<>();
        lines.stream()
                .filter(line -> line.rank() == rank == own)
                .map(Line::text)
                .forEach(texts::add);
        return texts;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
