package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;

/** One argument that a wrapper passes to a hook. Immutable and thread-safe. */
record HookArgument(Source source, ArgumentRole role) {
    /** Where the argument comes from. */
    enum Source {
        /** The number of the wrapped method among the hooks. */
        HOOK,
        /** What the entry hook returned. */
        TOKEN,
        /** What the method returned where that is an object or a handle, boxed; else the object it was called on. */
        SUBJECT,
        /** What the method returned as a number; 1 where it returned none. */
        FLAG,
        /** What the method returned as an integer; 0 where it returned none. */
        RESULT,
        /** The parameter of a role; for a receiver role without one, the object that the method is called on. */
        RECEIVER,
        /** The parameter of a role as an object, null without one; a number is boxed. */
        OBJECT,
        /** The parameter of a role as a number, -1 without one. */
        NUMBER
    }

    static final HookArgument HOOK = new HookArgument(Source.HOOK, ArgumentRole.IGNORED);
    static final HookArgument TOKEN = new HookArgument(Source.TOKEN, ArgumentRole.IGNORED);
    static final HookArgument SUBJECT = new HookArgument(Source.SUBJECT, ArgumentRole.IGNORED);
    static final HookArgument RESULT = new HookArgument(Source.RESULT, ArgumentRole.IGNORED);
    static final HookArgument FLAG = new HookArgument(Source.FLAG, ArgumentRole.IGNORED);

    static HookArgument receiver(ArgumentRole role) {
        return new HookArgument(Source.RECEIVER, role);
    }

    static HookArgument object(ArgumentRole role) {
        return new HookArgument(Source.OBJECT, role);
    }

    static HookArgument number(ArgumentRole role) {
        return new HookArgument(Source.NUMBER, role);
    }

    /** Returns the type of the hook's parameter as a descriptor has it. */
    String type() {
        return switch (source) {
            case HOOK -> "I";
            case TOKEN, FLAG, RESULT, NUMBER -> "J";
            case SUBJECT, RECEIVER, OBJECT -> "Ljava/lang/Object;";
        };
    }
}
