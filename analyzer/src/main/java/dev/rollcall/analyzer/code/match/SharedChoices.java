package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The conditions that several guards of a word depend on: each by itself, or in a choice that it makes. A choice by one of them excludes or
 * implies what another guard asks, as with a mode and the rank that one setup returns; other choices are asked for as a whole.
 */
final class SharedChoices {
    private final RankWays ways;
    private final Set<Value> guards = new HashSet<>();
    private final Set<Value> met = new HashSet<>();
    private final Set<Value> shared = new HashSet<>();

    SharedChoices(Word root, RankWays ways) {
        this.ways = ways;
        Set<Word> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Word> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Word word = open.pop();
            if (seen.add(word)) {
                if (word instanceof Word.Split split) {
                    add(split.guard().condition());
                }
                WordPool.parts(word).forEach(open::push);
            }
        }
    }

    /** Returns whether another guard depends on what a choice depends on. */
    boolean isShared(Value.Select choice) {
        return shared.contains(ways.signed(choice.condition()).condition());
    }

    private void add(Value guard) {
        Value condition = ways.signed(guard).condition();
        if (guards.add(condition)) {
            Set<Value> parts = new HashSet<>();
            collect(condition, parts);
            parts.stream().filter(part -> !met.add(part)).forEach(shared::add);
        }
    }

    private void collect(Value value, Set<Value> parts) {
        Value condition = ways.signed(value).condition();
        if (condition instanceof Value.Constant || !parts.add(condition)) {
            return;
        }
        if (condition instanceof Value.Select choice) {
            collect(choice.condition(), parts);
            collect(choice.yes(), parts);
            collect(choice.no(), parts);
        } else if (condition instanceof Value.Operation operation) {
            operation.operands().forEach(operand -> collect(operand, parts));
        }
    }
}
