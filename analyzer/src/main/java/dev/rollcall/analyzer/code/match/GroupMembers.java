package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds the members of communicators on the ranks of a job. Not thread-safe. */
final class GroupMembers {
    private final ValuePool values;
    private final Evaluator evaluator;

    GroupMembers(ValuePool values, Evaluator evaluator) {
        this.values = values;
        this.evaluator = evaluator;
    }

    /** Returns what a value of a communicator is on a rank. */
    Group of(Value value, RankModel model) {
        Value chosen = chosen(value, model, new IdentityHashMap<>());
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

    /**
     * Follows choices between communicators, by a condition or from a list. Where a condition that all ranks decide alike is not
     * known and one side is missing, it is the other one: a call on none fails, and waits for nobody.
     */
    private Value chosen(Value value, RankModel model, Map<Value, Value> known) {
        Value found = known.get(value);
        if (found == null) {
            found = find(value, model, known);
            known.put(value, found);
        }
        return found;
    }

    private Value find(Value value, RankModel model, Map<Value, Value> known) {
        if (value instanceof Value.Select select) {
            Optional<Boolean> truth = evaluator.truth(select.condition(), model);
            if (truth.isPresent()) {
                return chosen(truth.get() ? select.yes() : select.no(), model, known);
            }
            if (!values.dependence(select.condition()).isNone()) {
                return value;
            }
            Value yes = chosen(select.yes(), model, known);
            Value no = chosen(select.no(), model, known);
            return yes.equals(no) || select.no().equals(Value.Constant.NULL)
                    ? yes
                    : select.yes().equals(Value.Constant.NULL) ? no : value;
        }
        return value instanceof Value.Result item
                        && item.function().equals(Value.Result.ITEM)
                        && item.arguments().get(0) instanceof Value.Parts parts
                        && parts.kind() != Build.Kind.MAP
                        && evaluator.evaluate(item.arguments().get(1), model) instanceof Long index
                        && index >= 0
                        && index < parts.parts().size()
                ? chosen(parts.parts().get(index.intValue()), model, known)
                : value;
    }
}
