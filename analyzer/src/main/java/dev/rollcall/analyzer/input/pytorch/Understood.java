package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;

/**
 * What a pickle numbers among the entries of a dump, as it was understood: of its lists, tuples and dictionaries nothing else
 * is kept.
 */
sealed interface Understood {
    /** What is not whole yet, or is never referred to. */
    enum Unkept implements Understood {
        INSTANCE
    }

    /** A frame with a number by which stacks are compared. */
    record NumberedFrame(StackFrame frame, int number, boolean library) implements Understood {}

    /** A list of frames. */
    record Frames(CallStack stack) implements Understood {}

    /** A process group: its name and its description. */
    record Group(String name, String description) implements Understood {}

    /** A tensor's sizes: how many elements that makes. */
    record Extents(long elements) implements Understood {}

    /** A list of tensors' sizes: how many elements all have together, -1 where there is no tensor, and how many they are. */
    record Shapes(long elements, int tensors) implements Understood {
        static final Shapes NONE = new Shapes(-1, 0);
    }

    /** A list of tensors' element types: each that is not its neighbour's; null where there is no tensor. */
    record Types(String all) implements Understood {}
}
