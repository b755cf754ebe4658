package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Finds the members of communicators on the ranks of a job. Not thread-safe. */
final class GroupMembers {
    /** The most choices inside each other that lead to a communicator. */
    private static final int DEEPEST = 16;

    private final Evaluator evaluator;

    GroupMembers(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    /** Returns what a value of a communicator is on a rank. */
    Group of(Value value, RankModel model) {
        Value chosen = chosen(value, model);
        List<Integer> all = IntStream.range(0, model.world()).boxed().toList();
        if (!(chosen instanceof Value.Communicator communicator)) {
            return new Group(chosen, all, false);
        }
        if (evaluator.members(communicator, model) instanceof Collection<?> ranks) {
            List<Integer> members = ranks.stream()
                    .filter(Long.class::isInstance)
                    .map(rank -> ((Long) rank).intValue())
                    .filter(all::contains)
                    .sorted()
                    .distinct()
                    .toList();
            return new Group(communicator, members, true);
        }
        if (communicator.members() instanceof Members.Named named) {
            Object own = evaluator.evaluate(named.name(), model);
            return new Group(
                    communicator,
                    all.stream()
                            .filter(rank -> own == Evaluator.OPEN
                                    || Objects.equals(own, evaluator.evaluate(named.name(), model.at(rank))))
                            .toList(),
                    false);
        }
        // Along an axis that no condition mentions, ranks differ in nothing that conditions ask for.
        boolean along = communicator.members() instanceof Members.Along;
        return new Group(communicator, all, along);
    }

    /** Follows choices between communicators, by a condition or from a list. */
    private Value chosen(Value value, RankModel model) {
        Value chosen = value;
        for (int i = 0; i < DEEPEST; i++) {
            Value before = chosen;
            if (chosen instanceof Value.Select select) {
                chosen = evaluator
                        .truth(select.condition(), model)
                        .map(holds -> holds ? select.yes() : select.no())
                        .orElse(before);
            } else if (chosen instanceof Value.Result item
                    && item.function().equals(Value.Result.ITEM)
                    && item.arguments().get(0) instanceof Value.Parts parts
                    && parts.kind() != Build.Kind.MAP
                    && evaluator.evaluate(item.arguments().get(1), model) instanceof Long index
                    && index >= 0
                    && index < parts.parts().size()) {
                chosen = parts.parts().get(index.intValue());
            }
            if (chosen == before) {
                return chosen;
            }
        }
        return chosen;
    }
}
