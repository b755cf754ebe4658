package dev.rollcall.analyzer.report.picture;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.picture.WaitPicture.Edge;
import dev.rollcall.analyzer.report.picture.WaitPicture.Node;
import dev.rollcall.analyzer.report.view.Endings;
import dev.rollcall.analyzer.report.view.FrameView;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.RollOfRanks;
import dev.rollcall.analyzer.report.view.Whereabouts;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitClass;
import dev.rollcall.analyzer.verdict.WaitDistance;
import dev.rollcall.analyzer.verdict.WaitMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Draws the {@link WaitPicture} of a verdict: layers by distance, boxes in a layer by the barycentre of what they wait for
 * (Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures", 1981).
 */
public final class WaitPictures {
    private static final List<WaitDistance> LAYERS =
            List.of(WaitDistance.FURTHER, WaitDistance.SECOND_HAND, WaitDistance.DIRECT, WaitDistance.NAMED);
    /** Four layers of three make twelve boxes; the last one of a layer may stand for several classes. */
    private static final int MOST_IN_LAYER = 3;

    private static final int WIDTH = 240;
    private static final int HEIGHT = 66;
    private static final int ACROSS = 50;
    private static final int DOWN = 18;
    private static final int MARGIN = 4;
    private static final int RETURN = 26;
    private static final int FONT = 12;

    private final Verdict verdict;
    private final WaitMap waits;
    private final RankLevels levels;
    private final List<Box> boxes = new ArrayList<>();

    private WaitPictures(Verdict verdict) {
        this.verdict = verdict;
        this.waits = verdict.waits();
        this.levels = RankLevels.of(verdict);
    }

    /** Classes that one box stands for, all at one distance. */
    private static final class Box {
        private final WaitDistance distance;
        private final List<Integer> classes;
        private final List<Integer> ranks;
        private int layer;
        private int x;
        private int y;

        private Box(WaitDistance distance, List<Integer> classes, List<Integer> ranks) {
            this.distance = distance;
            this.classes = classes;
            this.ranks = ranks;
        }
    }

    /** Returns the graph of a verdict; null where nobody waits for a named rank. */
    public static WaitPicture of(Verdict verdict) {
        boolean waiting = verdict.waits().classes().stream()
                .anyMatch(each -> each.distance() == WaitDistance.DIRECT || each.cycle() >= 0);
        return waiting && !verdict.named().isEmpty() ? new WaitPictures(verdict).draw() : null;
    }

    private WaitPicture draw() {
        Map<WaitDistance, List<Box>> layers = fold();
        List<List<Box>> columns = new ArrayList<>();
        LAYERS.stream().map(layers::get).filter(layer -> layer != null).forEach(columns::add);
        int tallest = columns.stream().mapToInt(List::size).max().orElse(0);
        int height = tallest * (HEIGHT + DOWN) - DOWN + 2 * MARGIN;
        Set<Link> links = links();
        for (int layer = columns.size() - 1; layer >= 0; layer--) {
            List<Box> column = columns.get(layer);
            int at = layer;
            column.forEach(box -> box.layer = at);
            column.sort(Comparator.comparingDouble(box -> barycentre(box, links)));
            int top = (height - column.size() * (HEIGHT + DOWN) + DOWN) / 2;
            for (int i = 0; i < column.size(); i++) {
                column.get(i).x = MARGIN + layer * (WIDTH + ACROSS);
                column.get(i).y = top + i * (HEIGHT + DOWN);
            }
        }
        List<Edge> edges = links.stream().map(this::edge).toList();
        boolean back = links.stream().anyMatch(link -> boxes.get(link.to).layer <= boxes.get(link.from).layer);
        boolean side = links.stream().anyMatch(link -> boxes.get(link.to).layer == boxes.get(link.from).layer);
        return new WaitPicture(
                caption(links),
                summary(links),
                columns.size() * (WIDTH + ACROSS) - ACROSS + 2 * MARGIN + (side ? RETURN : 0),
                height + (back ? RETURN : 0),
                boxes.stream().map(this::node).toList(),
                edges);
    }

    /** Puts classes into boxes: of each layer the named or largest ones have their own, and the others share one. */
    private Map<WaitDistance, List<Box>> fold() {
        Map<WaitDistance, List<Integer>> classes = new EnumMap<>(WaitDistance.class);
        for (int i = 0; i < waits.classes().size(); i++) {
            WaitClass each = waits.classes().get(i);
            WaitDistance layer =
                    each.distance() == WaitDistance.APART && each.cycle() >= 0 ? WaitDistance.DIRECT : each.distance();
            if (LAYERS.contains(layer)) {
                classes.computeIfAbsent(layer, unused -> new ArrayList<>()).add(i);
            }
        }
        Map<WaitDistance, List<Box>> layers = new EnumMap<>(WaitDistance.class);
        classes.forEach((distance, all) -> {
            List<Box> column = new ArrayList<>();
            int own = all.size() <= MOST_IN_LAYER ? all.size() : MOST_IN_LAYER - 1;
            all.subList(0, own).forEach(each -> column.add(box(distance, List.of(each))));
            if (own < all.size()) {
                column.add(box(distance, all.subList(own, all.size())));
            }
            boxes.addAll(column);
            layers.put(distance, column);
        });
        return layers;
    }

    private Box box(WaitDistance distance, List<Integer> classes) {
        Set<Integer> ranks = new TreeSet<>();
        classes.forEach(each -> ranks.addAll(waits.classes().get(each).ranks()));
        return new Box(distance, classes, List.copyOf(ranks));
    }

    /** An arrow between two boxes, by their places. */
    private record Link(int from, int to, boolean cycle) {}

    /**
     * Returns the waits that lead to a box nearer to the named ranks, those in a layer where no such begins, and those of cycles;
     * others would hide them.
     */
    private Set<Link> links() {
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < boxes.size(); i++) {
            for (int each : boxes.get(i).classes) {
                places.put(each, i);
            }
        }
        Set<Link> links = new LinkedHashSet<>();
        places.forEach((each, from) -> {
            WaitClass waiting = waits.classes().get(each);
            for (int other : waiting.waitsFor()) {
                Integer to = places.get(other);
                boolean cycle =
                        to != null && waits.isInCycle(waiting, waits.classes().get(other));
                if (to != null && !to.equals(from) && (cycle || nearer(boxes.get(to), boxes.get(from)))) {
                    links.add(new Link(from, to, cycle));
                }
            }
        });
        Set<Integer> leading = links.stream().map(Link::from).collect(Collectors.toSet());
        places.forEach((each, from) -> {
            if (!leading.contains(from)) {
                waits.classes().get(each).waitsFor().stream()
                        .map(places::get)
                        .filter(to ->
                                to != null && !to.equals(from) && boxes.get(to).distance == boxes.get(from).distance)
                        .forEach(to -> links.add(new Link(from, to, false)));
            }
        });
        return links;
    }

    private static boolean nearer(Box to, Box from) {
        return LAYERS.indexOf(to.distance) == LAYERS.indexOf(from.distance) + 1;
    }

    private double barycentre(Box box, Set<Link> links) {
        int place = boxes.indexOf(box);
        return links.stream()
                .filter(link -> link.from == place && boxes.get(link.to).layer > box.layer)
                .mapToInt(link -> boxes.get(link.to).y)
                .average()
                .orElse(0);
    }

    private Edge edge(Link link) {
        Box from = boxes.get(link.from);
        Box to = boxes.get(link.to);
        int fromMiddle = from.y + HEIGHT / 2;
        int toMiddle = to.y + HEIGHT / 2;
        if (to.layer > from.layer) {
            int x1 = from.x + WIDTH;
            int x2 = to.x - 8;
            int bend = (x1 + x2) / 2;
            return new Edge(
                    link.from,
                    link.to,
                    "M" + x1 + " " + fromMiddle + " C" + bend + " " + fromMiddle + " " + bend + " " + toMiddle + " "
                            + x2 + " " + toMiddle,
                    x2 + "," + (toMiddle - 5) + " " + (x2 + 8) + "," + toMiddle + " " + x2 + "," + (toMiddle + 5),
                    link.cycle);
        }
        if (to.layer == from.layer) {
            int x = from.x + WIDTH;
            int shift = from.y < to.y ? 8 : -8;
            int y1 = fromMiddle + shift;
            int y2 = toMiddle + shift;
            int out = x + RETURN;
            return new Edge(
                    link.from,
                    link.to,
                    "M" + x + " " + y1 + " C" + out + " " + y1 + " " + out + " " + y2 + " " + (x + 8) + " " + y2,
                    (x + 8) + "," + (y2 - 5) + " " + x + "," + y2 + " " + (x + 8) + "," + (y2 + 5),
                    link.cycle);
        }
        int low = Math.max(from.y, to.y) + HEIGHT + RETURN - 4;
        int x1 = from.x + WIDTH / 2;
        int x2 = to.x + WIDTH / 2;
        int end = to.y + HEIGHT + 8;
        return new Edge(
                link.from,
                link.to,
                "M" + x1 + " " + (from.y + HEIGHT) + " C" + x1 + " " + low + " " + x2 + " " + low + " " + x2 + " "
                        + end,
                (x2 - 5) + "," + end + " " + x2 + "," + (end - 8) + " " + (x2 + 5) + "," + end,
                link.cycle);
    }

    private Node node(Box box) {
        List<WaitClass> classes = box.classes.stream().map(waits.classes()::get).toList();
        RankLevel level = levels.worst(box.ranks);
        String who = RankText.title(box.ranks);
        String doing = doing(box, classes);
        String where = where(classes);
        int room = WIDTH - 34;
        return new Node(
                box.ranks,
                level,
                classes.stream().anyMatch(each -> each.cycle() >= 0),
                box.x,
                box.y,
                WIDTH,
                HEIGHT,
                List.of(
                        TextWidth.fit(who(box.ranks, room), room, FONT + 1),
                        TextWidth.fit(doing, WIDTH - 2 * Node.EDGE, FONT),
                        TextWidth.fitEnd(where, WIDTH - 2 * Node.EDGE, FONT)),
                who + ": " + doing + (where.isEmpty() ? "" : ", " + where));
    }

    /** Returns the ranks, or how many they are where there is no room for a list. */
    private static String who(List<Integer> ranks, int room) {
        String all = RankText.title(ranks);
        return TextWidth.of(all, FONT + 1) <= room ? all : ranks.size() + " ranks, such as " + ranks.get(0);
    }

    private String doing(Box box, List<WaitClass> classes) {
        if (classes.size() > 1) {
            return "in " + classes.size() + " other calls";
        }
        WaitClass only = classes.get(0);
        if (only.call() == null) {
            return elsewhere(box.ranks.get(0));
        }
        String call = only.call().sequence() == 0
                ? "creating"
                : "in " + Printable.of(only.call().signature().operation()) + " on";
        List<Communicator> on = only.communicators();
        return call + " " + (on.size() == 1 ? Printable.of(on.get(0).name()) : on.size() + " communicators");
    }

    /** Returns what a rank does that waits for nobody. */
    private String elsewhere(int number) {
        Rank rank = verdict.job().rank(number);
        if (rank == null) {
            return "not read";
        }
        if (rank.ending().hasEnded()) {
            return Endings.describe(rank.ending());
        }
        return RollOfRanks.of(verdict.job(), List.of(number)).stream()
                .filter(group -> group.ranks().contains(number))
                .findFirst()
                .map(this::words)
                .orElse("");
    }

    private String words(Whereabouts group) {
        return group.state().isEmpty() ? group.what() : group.state();
    }

    private static String where(List<WaitClass> classes) {
        WaitClass longest = classes.stream()
                .filter(each -> each.call() != null)
                .max(Comparator.comparingLong(WaitClass::waited))
                .orElse(null);
        if (longest == null) {
            return "";
        }
        StackFrame site = longest.call().stack().siteFrame();
        String line = classes.size() > 1 || site == null || site.file().isEmpty() ? "" : FrameView.line(site);
        String age = longest.waitedText().isEmpty() ? "" : "for " + longest.waitedText();
        return line.isEmpty() || age.isEmpty() ? line + age : line + ", " + age;
    }

    private String caption(Set<Link> links) {
        if (links.stream().anyMatch(Link::cycle)) {
            return "An arrow leads to the ranks that are waited for; thick arrows close the cycle.";
        }
        return "An arrow leads to the ranks that are waited for; all ways end at " + levels.named() + ".";
    }

    private String summary(Set<Link> links) {
        return links.stream()
                .map(link -> RankText.title(boxes.get(link.from).ranks)
                        + (boxes.get(link.from).ranks.size() == 1 ? " waits for " : " wait for ")
                        + RankText.describe(boxes.get(link.to).ranks))
                .collect(Collectors.joining(". ", "", "."));
    }
}
