package dev.rollcall.analyzer.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.report.picture.StackPicture.Node;
import dev.rollcall.analyzer.report.picture.StackPicture.Part;
import dev.rollcall.analyzer.report.view.StackTree;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StackPicturesTest {
    private static StackTree node(List<Integer> ranks, String frame, StackTree... children) {
        return new StackTree(ranks, List.of(frame), List.of(children));
    }

    @Test
    void dividesABarByTheStacksOfItsRanks() {
        StackTree tree = node(List.of(0, 1, 2, 3), "main", node(List.of(0, 1, 3), "step"), node(List.of(2), "save"));

        StackPicture picture = StackPictures.of(List.of(tree), List.of(2));

        assertEquals(
                List.of(new Part(0, 90, "p-site-0"), new Part(90, 30, "p-site-1")),
                picture.nodes().get(0).parts());
        assertEquals(
                List.of(new Part(0, 30, "p-site-1")), picture.nodes().get(2).parts());
        assertEquals("4 ranks in 2 different stacks, 3 in the most frequent one.", picture.summary());
    }

    @Test
    void marksNodesOfNamedRanksAlone() {
        StackTree tree = node(List.of(0, 1), "main", node(List.of(0), "step"), node(List.of(1), "save"));

        StackPicture picture = StackPictures.of(List.of(tree), List.of(1));

        assertEquals(
                List.of(false, false, true),
                picture.nodes().stream().map(Node::named).toList());
    }

    @Test
    void countsRanksWhoseStacksEndAtANodeWithBranches() {
        StackTree tree = node(List.of(0, 1, 2), "main", node(List.of(1, 2), "step"));

        StackPicture picture = StackPictures.of(List.of(tree), List.of());

        assertEquals(2, picture.nodes().get(0).parts().size());
    }

    @Test
    void foldsALargeTree() {
        StackTree[] many = IntStream.range(0, 60)
                .mapToObj(rank -> node(List.of(rank), "step"))
                .toArray(StackTree[]::new);
        List<Integer> ranks = IntStream.range(0, 60).boxed().toList();

        assertTrue(
                StackPictures.of(List.of(node(ranks, "main", many)), List.of()).folded());
        assertFalse(StackPictures.of(List.of(many), List.of()).folded());
        assertNull(StackPictures.of(List.of(), List.of()));
    }
}
