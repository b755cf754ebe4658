package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Routine;

/** One call of a method while it runs. */
final class Frame {
    final Routine routine;
    final Frame caller;
    /** What this call is, equal on all ranks that came here the same way. */
    final long instance;
    /** The rounds of the loops that this call is in, outermost first; empty where in the first round of each. */
    final String rounds;
    /** What was open when the method was called. */
    final Open base;

    final Value[] locals;
    private final Value[] stack;
    private final int[] visits;
    private int height;
    int at;

    Frame(Routine routine, Frame caller, long instance, String rounds, Open base) {
        this.routine = routine;
        this.caller = caller;
        this.instance = instance;
        this.rounds = rounds;
        this.base = base;
        locals = new Value[routine.method().maxLocals + 1];
        stack = new Value[routine.method().maxStack + 1];
        visits = new int[routine.length()];
    }

    void push(Value value) {
        stack[height++] = value;
    }

    Value pop() {
        return stack[--height];
    }

    Value peek(int below) {
        return stack[height - 1 - below];
    }

    /** Puts a value below the given number of values. */
    void insert(int below, Value value) {
        int place = height - below;
        System.arraycopy(stack, place, stack, place + 1, below);
        stack[place] = value;
        height++;
    }

    void clear() {
        height = 0;
    }

    /** Replaces a value wherever the frame holds it. */
    void replace(Value old, Value replacement) {
        for (int i = 0; i < height; i++) {
            stack[i] = stack[i] == old ? replacement : stack[i];
        }
        for (int i = 0; i < locals.length; i++) {
            locals[i] = locals[i] == old ? replacement : locals[i];
        }
    }

    /** Counts a visit of the current instruction and returns how many there were before. */
    int visit() {
        return visits[at]++;
    }

    int line() {
        return routine.line(at);
    }
}
