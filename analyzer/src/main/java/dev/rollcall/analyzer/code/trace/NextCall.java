package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.summary.Trip;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Tells whether control, somewhere on the way of one call, can come to another call before any further collective call. */
final class NextCall {
    private final List<RecordedWay.Step> from;
    private final List<RecordedWay.Step> to;
    private final int common;
    private final Map<Word, Boolean> quiet = new IdentityHashMap<>();

    /**
     * Makes a search.
     *
     * @param from the way on which control is
     * @param to the way of the other call
     * @param common how many frames, from the outermost, both are at
     */
    NextCall(RecordedWay from, RecordedWay to, int common) {
        this.from = from.steps();
        this.to = to.steps();
        this.common = common;
    }

    /** Returns whether control can come there from an instruction of one of the first way's functions. */
    boolean leads(int index, int start) {
        RecordedWay.Step step = from.get(index);
        boolean here =
                index <= common && index < to.size() && to.get(index).function().equals(step.function());
        Walk walk = new Walk(step, start, here ? index : -1);
        if (walk.arrives) {
            return true;
        }
        if (index == 0 || !walk.returns && !walk.fails) {
            return false;
        }
        RecordedWay.Step caller = from.get(index - 1);
        // What a library calls on a line, it may call again, or something else.
        boolean byLibrary = !caller.calls(step.function());
        if (byLibrary && index <= common && index < to.size() && enters(index)) {
            return true;
        }
        int node = caller.node();
        int handler = caller.flow().function().handlerOf(node);
        return walk.returns && leads(index - 1, caller.flow().function().next(node)[0])
                || walk.fails && handler >= 0 && leads(index - 1, handler);
    }

    private boolean enters(int index) {
        return index >= to.size() || new Walk(to.get(index), 0, index).arrives;
    }

    /** Where control can go in one function without a collective call. */
    private final class Walk {
        private boolean arrives;
        private boolean returns;
        private boolean fails;

        /**
         * Walks.
         *
         * @param step the function
         * @param start the first instruction
         * @param target the index of the step of the other way that is looked for in the function; -1 for none
         */
        Walk(RecordedWay.Step step, int start, int target) {
            CodeFunction function = step.flow().function();
            BitSet seen = new BitSet();
            Deque<Integer> open = new ArrayDeque<>(List.of(start));
            while (!open.isEmpty() && !arrives) {
                int node = open.remove();
                if (seen.get(node)) {
                    continue;
                }
                seen.set(node);
                boolean met = target >= 0 && to.get(target).nodes().contains(node);
                arrives = met && enters(target + 1);
                if (function.at(node) instanceof Instruction.Throw) {
                    go(function.handlerOf(node), open);
                } else if (function.at(node) instanceof Instruction.Return) {
                    returns = true;
                } else if (isQuiet(step.facts().word(node))) {
                    Arrays.stream(function.next(node)).forEach(next -> go(next, open));
                }
            }
        }

        private void go(int next, Deque<Integer> open) {
            if (next >= 0) {
                open.add(next);
            } else {
                fails = true;
            }
        }
    }

    /** Returns whether a word may come to its end without a call. */
    private boolean isQuiet(Word word) {
        Boolean known = quiet.get(word);
        if (known == null) {
            known = mayBeQuiet(word);
            quiet.put(word, known);
        }
        return known;
    }

    private boolean mayBeQuiet(Word word) {
        if (word instanceof Word.Act act) {
            return !act.call().certain();
        }
        if (word instanceof Word.Split split) {
            return isQuiet(split.yes()) || isQuiet(split.no());
        }
        if (word instanceof Word.Then then) {
            return isQuiet(then.first())
                    && (then.next().isEmpty() || then.next().values().stream().anyMatch(this::isQuiet));
        }
        if (word instanceof Word.Call call) {
            return isQuiet(call.word());
        }
        return !(word instanceof Word.Repeat loop && loop.trip() instanceof Trip.Times times)
                || !(times.number() instanceof Value.Constant)
                || isQuiet(loop.body());
    }
}
