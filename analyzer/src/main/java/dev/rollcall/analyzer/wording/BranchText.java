package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.StackFrame;

/** The condition that sent ranks different ways, in words. */
final class BranchText {
    private BranchText() {}

    /** Returns {@code , inside `if (rank == 0)` (line 86)}; empty without a condition. */
    static String of(Fork fork, CallStack stack) {
        if (fork == null) {
            return "";
        }
        String how = switch (fork.effect()) {
            case INSIDE -> ", inside " + statement(fork.condition());
            case PAST -> ", past " + statement(fork.condition());
            case LOOP -> ", in the loop over `" + fork.condition() + "`";
            case TRIED -> ", in the `try` of `" + fork.condition() + "`";
            case CAUGHT -> ", after `" + fork.condition() + "`";
            case VALUE -> ", with arguments that depend on `" + fork.condition() + "`";
        };
        return how + place(fork, stack);
    }

    /** Returns {@code over `batch < 8` (line 40)} of a condition that repeats a loop. */
    static String loop(Fork fork, CallStack stack) {
        return "over `" + fork.condition() + "`" + place(fork, stack);
    }

    private static String place(Fork fork, CallStack stack) {
        boolean sameFile = stack.siteFrame() != null && stack.siteFrame().file().endsWith(fork.file());
        return sameFile
                ? " (line " + fork.line() + ")"
                : " (" + new StackFrame("", "", fork.file(), fork.line()).place() + ")";
    }

    private static String statement(String condition) {
        return condition.startsWith("switch (") ? "`" + condition + "`" : "`if (" + condition + ")`";
    }
}
