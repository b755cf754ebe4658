package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The collective calls that a part of a function makes, over all its ways. Immutable and thread-safe. Make words with {@link
 * WordPool#of}, which simplifies them and knows their shape, size and ends. Words share parts: walk them with a memo.
 */
public sealed interface Word {
    /** Calls nothing and goes on. */
    Word EMPTY = new Done(PathEnd.FALL);

    /** Calls nothing and ends. */
    record Done(PathEnd end) implements Word {}

    /** A collective call; ends {@link PathEnd#FALL}. */
    record Act(CollectiveCall call) implements Word {}

    /** One of two words. With sides of equal shape the pool makes it {@code yes}. */
    record Split(Guard guard, Word yes, Word no) implements Word {}

    /**
     * A word, and what follows each of its ends. Ends of {@code first} without an entry are ends of the whole.
     *
     * @param next the words that follow, by the end of {@code first}
     */
    record Then(Word first, Map<PathEnd, Word> next) implements Word {
        public Then {
            next = Collections.unmodifiableMap(new LinkedHashMap<>(next));
        }
    }

    /**
     * A loop. A pass of the body that ends with {@link PathEnd.Next} of this loop goes on to the next pass; after the last one, as
     * {@code trip} has it, the loop ends with {@link PathEnd.Leave} to {@code exit}. All other ends of the body end the loop.
     *
     * @param place the line of its header
     * @param text the text of its condition, or of what it iterates over
     * @param exit the instruction at which it goes on after its last pass
     */
    record Repeat(LoopId loop, Trip trip, Word body, SourcePlace place, String text, int exit) implements Word {
        /** Returns the end of a pass that goes on to the next one. */
        public PathEnd next() {
            return new PathEnd.Next(loop);
        }

        /** Returns the end of the loop after its last pass. */
        public PathEnd left() {
            return new PathEnd.Leave(loop, exit);
        }
    }

    /** The {@code yield} of a context manager or generator: the block of the {@code with}, the body of the {@code for}. */
    record Hole() implements Word {}

    /**
     * The word of a called function, that has its own place in a stack: transparent otherwise. Ends {@link PathEnd#FALL} where the
     * function returns.
     *
     * @param call the line of the call
     * @param function the function that is called
     */
    record Call(SourcePlace call, FunctionId function, Word word) implements Word {}

    /** A call of a parameter or captured function: resolved when the summary is applied. Nothing if that stays unknown. */
    record Ask(Value function, List<Value> arguments, SourcePlace place) implements Word {
        public Ask {
            arguments = List.copyOf(arguments);
        }
    }

    /** A recursive call, of a function of the same component of the call graph: an item like a call. */
    record Again(FunctionId function, List<Value> arguments, SourcePlace place) implements Word {
        public Again {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * A part that is not known.
     *
     * @param function the function that could not be summarized
     * @param reason why
     */
    record Gap(FunctionId function, String reason) implements Word {}
}
