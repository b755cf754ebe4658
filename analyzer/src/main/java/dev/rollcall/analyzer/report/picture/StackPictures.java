package dev.rollcall.analyzer.report.picture;

import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.report.picture.StackPicture.Node;
import dev.rollcall.analyzer.report.picture.StackPicture.Part;
import dev.rollcall.analyzer.report.view.StackTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Draws the {@link StackPicture} of merged stacks. Not thread-safe. */
public final class StackPictures {
    private static final int MOST_NODES = 60;
    private static final int TEXT = 560;
    private static final int INDENT = 14;
    private static final int DEEPEST = 16;
    private static final int FONT = 12;

    private final Set<Integer> named;
    private final List<Node> nodes = new ArrayList<>();

    /** The number of the class of each rank, the class with the most ranks first. */
    private final Map<Integer, Integer> classes = new HashMap<>();

    private StackPictures(Collection<Integer> named) {
        this.named = new HashSet<>(named);
    }

    /**
     * Returns the picture of merged stacks; null for none.
     *
     * @param named the global ranks that the verdict names
     */
    public static StackPicture of(List<StackTree> trees, Collection<Integer> named) {
        return trees.isEmpty() ? null : new StackPictures(named).draw(trees);
    }

    private StackPicture draw(List<StackTree> trees) {
        List<List<Integer>> ends = new ArrayList<>();
        trees.forEach(tree -> ends(tree, ends));
        ends.sort((one, other) -> other.size() - one.size());
        for (int i = 0; i < ends.size(); i++) {
            for (int rank : ends.get(i)) {
                classes.putIfAbsent(rank, i);
            }
        }
        trees.forEach(tree -> add(tree, 0));
        return new StackPicture(
                NumberText.grouped(classes.size()) + " ranks in " + NumberText.grouped(ends.size())
                        + (ends.size() == 1
                                ? " stack."
                                : " different stacks, "
                                        + NumberText.grouped(ends.get(0).size()) + " in the most frequent one."),
                StackPicture.BAR + StackPicture.COUNT + TEXT,
                nodes.size() * StackPicture.ROW,
                nodes,
                nodes.size() > MOST_NODES);
    }

    /** Collects the ranks whose stacks end in one place. */
    private static void ends(StackTree tree, List<List<Integer>> ends) {
        Set<Integer> here = new HashSet<>(tree.ranks());
        for (StackTree child : tree.children()) {
            here.removeAll(child.ranks());
            ends(child, ends);
        }
        if (!here.isEmpty()) {
            ends.add(here.stream().sorted().toList());
        }
    }

    private void add(StackTree tree, int depth) {
        int x = StackPicture.BAR + StackPicture.COUNT + Math.min(depth, DEEPEST) * INDENT;
        List<String> frames = tree.frames();
        String run = frames.size() == 1 ? frames.get(0) : frames.get(frames.size() - 1) + ", in " + frames.get(0);
        nodes.add(new Node(
                x,
                nodes.size() * StackPicture.ROW,
                NumberText.grouped(tree.ranks().size()),
                TextWidth.fit(run, StackPicture.BAR + StackPicture.COUNT + TEXT - x, FONT),
                named.containsAll(tree.ranks()),
                parts(tree),
                tree.who() + ": " + String.join(" > ", frames)));
        tree.children().forEach(child -> add(child, depth + 1));
    }

    private List<Part> parts(StackTree tree) {
        Map<Integer, Integer> counts = new TreeMap<>();
        tree.ranks().forEach(rank -> counts.merge(Math.min(Hues.COUNT, classes.get(rank)), 1, Integer::sum));
        List<Part> parts = new ArrayList<>();
        int before = 0;
        for (Map.Entry<Integer, Integer> each : counts.entrySet()) {
            int from = before * StackPicture.BAR / classes.size();
            before += each.getValue();
            int to = before * StackPicture.BAR / classes.size();
            parts.add(new Part(from, Math.max(2, to - from), Hues.style(each.getKey())));
        }
        return parts;
    }
}
