package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.value.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The forms of a word. The questions that its projection asks, with the answers, are a tree of decisions: ranks that answer alike, of
 * whatever job, have one form, and the word is projected once for all of them. Not thread-safe.
 */
final class RankForms {
    private final MatchContext context;
    private final Word word;
    private final Optional<AlikeCalls> alike;
    private final NormalForms forms;
    private final Map<Boolean, Tree> trees = new HashMap<>();

    /**
     * What a rank calls.
     *
     * @param communicators those that it uses
     */
    record Projected(NormalForm form, Set<Value> communicators) {
        /** Returns what is left where other communicators do not count. */
        private Projected with(Set<Value> some, NormalForms forms) {
            FormRewrite restriction = new FormRewrite(
                    forms,
                    end -> end,
                    step -> step.communicator().map(some::contains).orElse(true),
                    0);
            return new Projected(restriction.of(form), communicators);
        }
    }

    /** A question, or what is known of ranks that come here; neither at first. */
    private static final class Node {
        private final Map<Object, Node> next = new HashMap<>();
        private RankAnswers.Question question;
        private Projected projected;
        private final Map<Set<Value>, Projected> restricted = new HashMap<>();

        Node after(RankAnswers rank) {
            return next.computeIfAbsent(rank.to(question), answer -> new Node());
        }
    }

    /** The decisions of all ranks, and where those lead that came before. */
    private static final class Tree {
        private final Node root = new Node();
        private final Map<Object, Node> known = new HashMap<>();
    }

    /** Goes down the tree with a projection, and makes what is not there yet. */
    private static final class Path implements Function<RankAnswers.Question, Object> {
        private final RankAnswers rank;
        private Node at;

        Path(RankAnswers rank, Node root) {
            this.rank = rank;
            at = root;
        }

        @Override
        public Object apply(RankAnswers.Question question) {
            at.question = at.question == null ? question : at.question;
            Object answer = rank.to(at.question);
            at = at.next.computeIfAbsent(answer, each -> new Node());
            return answer;
        }
    }

    /** @param alike the calls that stay closed; empty if all are written out */
    RankForms(MatchContext context, Word word, Optional<AlikeCalls> alike) {
        this.context = context;
        this.word = word;
        this.alike = alike;
        forms = new NormalForms(context.ways()::isChangedByPasses);
    }

    /**
     * Returns what a rank calls.
     *
     * @param communicators those whose calls count; empty for all
     * @param certain whether calls count that are certain alone
     */
    Projected of(RankAnswers rank, Set<Value> communicators, boolean certain) {
        Node known = node(rank, certain);
        // A rank that uses no other communicators calls the same with all of them.
        return communicators.isEmpty() || communicators.containsAll(known.projected.communicators)
                ? known.projected
                : known.restricted.computeIfAbsent(communicators, some -> known.projected.with(some, forms));
    }

    /** Returns where the rank's answers lead to, with what it calls. */
    private Node node(RankAnswers rank, boolean certain) {
        Tree tree = trees.computeIfAbsent(certain, key -> new Tree());
        return tree.known.computeIfAbsent(rank.basis(), basis -> node(rank, certain, tree.root));
    }

    private Node node(RankAnswers rank, boolean certain, Node root) {
        Node at = root;
        while (at.question != null) {
            at = at.after(rank);
        }
        if (at.projected == null) {
            Path path = new Path(rank, root);
            WordProjection projection = new WordProjection(context, forms, path, certain, alike);
            NormalForm form = projection.of(word);
            at = path.at;
            at.projected = new Projected(form, projection.communicators());
        }
        return at;
    }
}
