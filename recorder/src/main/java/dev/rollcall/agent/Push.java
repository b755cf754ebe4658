package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;

/** One argument that a wrapper passes to a hook. Immutable and thread-safe. */
record Push(Source source, ArgumentRole role) {
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

    static final Push HOOK = new Push(Source.HOOK, ArgumentRole.IGNORED);
    static final Push TOKEN = new Push(Source.TOKEN, ArgumentRole.IGNORED);
    static final Push SUBJECT = new Push(Source.SUBJECT, ArgumentRole.IGNORED);
    static final Push RESULT = new Push(Source.RESULT, ArgumentRole.IGNORED);
    static final Push FLAG = new Push(Source.FLAG, ArgumentRole.IGNORED);

    static Push receiver(ArgumentRole role) {
        return new Push(Source.RECEIVER, role);
    }

    static Push object(ArgumentRole role) {
        return new Push(Source.OBJECT, role);
    }

    static Push number(ArgumentRole role) {
        return new Push(Source.NUMBER, role);
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
