package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the calls from one place hold after they have completed, as a row of a table. All texts are safe to print.
 *
 * @param calls what the calls are, and where they are made
 * @param ranks on which ranks; empty where unknown
 * @param buffers how many buffers, on the rank that holds the most
 * @param bytes how many bytes, there
 * @param steps for how many steps the oldest buffer is held, there; empty where unknown
 * @param holder what holds them
 * @param history how the bytes grew there
 * @param grew whether there were more and more
 */
public record RetainedView(
        String calls,
        String ranks,
        String buffers,
        String bytes,
        String steps,
        String holder,
        String history,
        boolean grew) {
    private static final int MOST_MOMENTS = 8;

    private record Place(String operation, HeldBuffers.Use use, StackFrame site, boolean grew) {}

    /** Returns the rows, those that hold the most first; none where nothing is held. */
    public static List<RetainedView> of(List<Rank> ranks) {
        Map<Integer, List<HeldBuffers>> held = new TreeMap<>();
        ranks.forEach(rank -> held.put(rank.number(), rank.retained().buffers()));
        return of(held);
    }

    /** Returns the rows of one process, those that hold the most first; none where nothing is held. */
    public static List<RetainedView> of(ProcessTrace process) {
        Map<Integer, List<HeldBuffers>> held = new TreeMap<>();
        int only = process.ranks().size() == 1 ? process.ranks().get(0) : -1;
        process.retained()
                .buffers()
                .forEach(each -> held.computeIfAbsent(each.rank() < 0 ? only : each.rank(), rank -> new ArrayList<>())
                        .add(each));
        return of(held);
    }

    private static List<RetainedView> of(Map<Integer, List<HeldBuffers>> byRank) {
        Map<Place, List<HeldBuffers>> places = new LinkedHashMap<>();
        Map<Place, List<Integer>> where = new LinkedHashMap<>();
        byRank.forEach((rank, buffers) -> {
            for (HeldBuffers held : buffers) {
                Place place =
                        new Place(held.operation(), held.use(), held.stack().siteFrame(), held.grew());
                places.computeIfAbsent(place, each -> new ArrayList<>()).add(held);
                List<Integer> numbers = where.computeIfAbsent(place, each -> new ArrayList<>());
                if (rank >= 0 && !numbers.contains(rank)) {
                    numbers.add(rank);
                }
            }
        });
        Comparator<HeldBuffers> byBytes =
                Comparator.comparingLong(held -> held.most().bytes());
        List<Place> ordered = new ArrayList<>(places.keySet());
        ordered.sort(Comparator.comparing((Place place) -> !place.grew)
                .thenComparing(place -> -places.get(place).stream()
                        .max(byBytes)
                        .orElseThrow()
                        .most()
                        .bytes()));
        return ordered.stream()
                .map(place -> row(
                        place,
                        where.get(place),
                        places.get(place).stream().max(byBytes).orElseThrow()))
                .toList();
    }

    private static RetainedView row(Place place, List<Integer> ranks, HeldBuffers held) {
        Moment most = held.most();
        return new RetainedView(
                calls(held),
                ranks.isEmpty() ? "" : RankText.title(ranks),
                NumberText.grouped(most.buffers()),
                NumberText.bytes(most.bytes()),
                most.steps() == 0 ? "" : NumberText.grouped(most.steps()),
                holder(held),
                history(held),
                place.grew);
    }

    /** Returns what the calls are, and where they are made, safe to print. */
    public static String calls(HeldBuffers held) {
        StackFrame site = held.stack().siteFrame();
        return Printable.of((held.use() == HeldBuffers.Use.INPUT ? "inputs of " : "outputs of ")
                + (held.operation().isEmpty() ? "collectives" : held.operation())
                + (site == null ? "" : " at " + site.place()));
    }

    private static String holder(HeldBuffers held) {
        return switch (held.holder()) {
            case WORK -> "works";
            case TENSOR -> "tensors";
            case ALLOCATION -> "allocations";
            case STREAM -> "streams (freed by the program)";
            case UNKNOWN -> "unknown";
        };
    }

    private static String history(HeldBuffers held) {
        List<String> bytes = new ArrayList<>(held.moments().stream()
                .map(moment -> NumberText.bytes(moment.bytes()))
                .toList());
        while (bytes.size() > MOST_MOMENTS) {
            bytes.remove(1);
        }
        return String.join(" → ", bytes) + (held.settled() ? ", no longer growing" : "");
    }

    /** Returns the row as one line of text. */
    public String line() {
        return (ranks.isEmpty() ? "" : ranks + ", ") + calls + ": " + buffers + " buffers, " + bytes
                + (steps.isEmpty() ? "" : ", up to " + steps + " steps after the calls") + ", held by " + holder + " ("
                + history + ")";
    }
}
