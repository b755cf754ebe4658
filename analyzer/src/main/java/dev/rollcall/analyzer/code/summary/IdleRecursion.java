package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Function;

/** Tells which recursive calls do nothing. A recursion does nothing unless something in it does. */
final class IdleRecursion {
    private final Function<FunctionId, Word> words;

    /** @param words returns what a function calls */
    IdleRecursion(Function<FunctionId, Word> words) {
        this.words = words;
    }

    /**
     * Returns whether what a recursive call leads to makes no call, but for what a library may call, and it hands on no function that
     * does.
     */
    boolean isIdle(Word.Again again) {
        return isIdle(again, new HashSet<>());
    }

    private boolean isIdle(Word.Again again, Set<FunctionId> seen) {
        return isIdle(again.function(), seen)
                && again.arguments().stream().allMatch(argument -> handsOnNothing(argument, seen));
    }

    private boolean isIdle(FunctionId function, Set<FunctionId> seen) {
        return !seen.add(function)
                || isIdle(words.apply(function), seen, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private boolean isIdle(Word word, Set<FunctionId> seen, Set<Word> done) {
        boolean acts = word instanceof Word.Act
                || word instanceof Word.Gap
                || word instanceof Word.Again again && !isIdle(again, seen);
        boolean isCallback = word instanceof Word.Split split && split.guard().kind() == Guard.Kind.CALLBACK;
        return !done.add(word)
                || isCallback
                || !acts && WordPool.parts(word).stream().allMatch(part -> isIdle(part, seen, done));
    }

    private boolean handsOnNothing(Value value, Set<FunctionId> seen) {
        return !(value instanceof Value.Function function && !isIdle(function.function(), seen))
                && ValueParts.of(value).stream().allMatch(part -> handsOnNothing(part, seen));
    }
}
