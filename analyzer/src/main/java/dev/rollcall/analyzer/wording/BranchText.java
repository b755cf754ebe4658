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
            case INSIDE -> ", inside `if (" + fork.condition() + ")`";
            case PAST -> ", past `if (" + fork.condition() + ")`";
            case LOOP -> ", in the loop over `" + fork.condition() + "`";
            case VALUE -> ", with arguments that depend on `" + fork.condition() + "`";
        };
        boolean sameFile = stack.siteFrame() != null && stack.siteFrame().file().endsWith(fork.file());
        return how
                + (sameFile
                        ? " (line " + fork.line() + ")"
                        : " (" + new StackFrame("", "", fork.file(), fork.line()).place() + ")");
    }
}
