package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.EntryKind;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * A call of a hook as a wrapper makes it: a method of {@link Hooks} and what is passed to it. The only place that says which
 * hooks a kind of catalogued method calls. Immutable and thread-safe.
 *
 * @param name the hook's name; empty where no hook is called
 * @param result the hook's return type as a descriptor has it
 */
record HookCall(String name, List<Argument> arguments, String result) {
    /** The class that has the hooks, as an internal name. */
    static final String OWNER = Type.getInternalName(Hooks.class);

    /** Where an argument comes from. */
    enum Source {
        /** The number of the wrapped method among the hooks. */
        METHOD("I"),
        /** What the entry hook returned. */
        TOKEN("J"),
        /**
         * Where the method writes what it creates; without such a parameter, the object or handle that the method returned; else
         * the object that it was called on.
         */
        SUBJECT("Ljava/lang/Object;"),
        /** The boolean or number that the method returned; 1 where it returned none. */
        FLAG("J"),
        /** The integer that the method returned; 0 where it returned none. */
        RESULT("J"),
        /** The parameter of a role; without one, the object that the method is called on. */
        RECEIVER("Ljava/lang/Object;"),
        /** The parameter of a role as an object, a number boxed; null without one. */
        OBJECT("Ljava/lang/Object;"),
        /** The parameter of a role as a number, -1 without one. */
        NUMBER("J"),
        /** What the method threw. */
        THROWN("Ljava/lang/Throwable;");

        private final String type;

        Source(String type) {
            this.type = type;
        }
    }

    /** One argument; its role matters for parameters only. */
    record Argument(Source source, ArgumentRole role) {}

    private static final HookCall NONE = new HookCall("", List.of(), "V");

    private static final HookCall ENTER_CALL = entering(
            "enterCall",
            receiver(ArgumentRole.COMMUNICATOR),
            object(ArgumentRole.INPUT),
            object(ArgumentRole.OUTPUT),
            object(ArgumentRole.OPTIONS),
            object(ArgumentRole.TYPE),
            object(ArgumentRole.REDUCTION),
            object(ArgumentRole.INPUT_SPLITS),
            object(ArgumentRole.OUTPUT_SPLITS),
            object(ArgumentRole.STREAM),
            number(ArgumentRole.COUNT),
            number(ArgumentRole.ROOT),
            number(ArgumentRole.PEER),
            number(ArgumentRole.TAG));

    private static final HookCall ENTER_COPY = entering(
            "enterCopy",
            object(ArgumentRole.DESTINATION),
            object(ArgumentRole.SOURCE),
            object(ArgumentRole.DESTINATION_DEVICE),
            object(ArgumentRole.SOURCE_DEVICE),
            object(ArgumentRole.OPTIONS),
            object(ArgumentRole.STREAM),
            number(ArgumentRole.BYTES),
            number(ArgumentRole.ROWS),
            number(ArgumentRole.DESTINATION_PITCH),
            number(ArgumentRole.SOURCE_PITCH),
            number(ArgumentRole.DIRECTION));

    private static final HookCall ENTER_COMMUNICATOR = entering(
            "enterCommunicator",
            object(ArgumentRole.STORE),
            object(ArgumentRole.NAME),
            object(ArgumentRole.DEVICES),
            number(ArgumentRole.RANK),
            number(ArgumentRole.SIZE));

    private static final HookCall ENTER_SPLIT = entering(
            "enterSplit",
            receiver(ArgumentRole.COMMUNICATOR),
            object(ArgumentRole.RANKS),
            object(ArgumentRole.EXCLUDED),
            object(ArgumentRole.STORE),
            object(ArgumentRole.NAME),
            number(ArgumentRole.COUNT),
            number(ArgumentRole.COLOUR));

    private static final HookCall ENTER_STORE =
            entering("enterStore", object(ArgumentRole.NAME), object(ArgumentRole.OPTIONS));

    private static final HookCall ENTER_WAIT = entering("enter", receiver(ArgumentRole.WORK));

    private static final HookCall ENTER_OTHER = entering("enter", receiver(ArgumentRole.COMMUNICATOR));

    private static final HookCall ENTER_LAUNCH =
            entering("enterLaunch", object(ArgumentRole.STREAM), object(ArgumentRole.ARGUMENTS));

    private static final HookCall ENTER_SYNCHRONIZE = entering("enterSynchronize", object(ArgumentRole.STREAM));

    private static final HookCall ENTER_CONTEXT_END =
            entering("enterContextEnd", object(ArgumentRole.CONTEXT), object(ArgumentRole.DEVICE));

    private static final HookCall LEAVE_DEVICE = ending("leaveDevice", object(ArgumentRole.STREAM), of(Source.RESULT));

    private static final HookCall ENTER_STEP = entering("enterStep", number(ArgumentRole.COUNT));

    private static final HookCall ENTER_FREE = entering("enterFree", object(ArgumentRole.MEMORY));

    private static final HookCall LEAVE_ALLOCATE =
            ending("leaveAllocate", object(ArgumentRole.MADE), number(ArgumentRole.BYTES), of(Source.RESULT));

    private static final HookCall LEAVE_ASYNC_ERROR = ending(
            "leaveAsyncError", receiver(ArgumentRole.COMMUNICATOR), object(ArgumentRole.ERROR), of(Source.RESULT));

    private static final HookCall LEAVE = ending("leave", of(Source.SUBJECT), of(Source.RESULT));

    private static final HookCall LEAVE_WAIT = ending("leave", receiver(ArgumentRole.WORK), of(Source.FLAG));

    private static final HookCall LEAVE_STORE =
            ending("leaveStore", of(Source.SUBJECT), object(ArgumentRole.NAME), object(ArgumentRole.STORE));

    /** The hook for a method that threw. */
    static final HookCall FAIL = ending("fail", receiver(ArgumentRole.WORK), of(Source.THROWN));

    /** Returns the hook that a method of this kind calls first, which returns the token. */
    static HookCall entering(EntryKind kind) {
        return switch (kind) {
            case CALL -> ENTER_CALL;
            case COPY -> ENTER_COPY;
            case COMMUNICATOR -> ENTER_COMMUNICATOR;
            case SPLIT -> ENTER_SPLIT;
            case STORE -> ENTER_STORE;
            case WAIT, FUTURE -> ENTER_WAIT;
            case LEAVE, ABORT, GROUP_START -> ENTER_OTHER;
            case LAUNCH -> ENTER_LAUNCH;
            case SYNCHRONIZE -> ENTER_SYNCHRONIZE;
            case CONTEXT_END, CONTEXT_RELEASE -> ENTER_CONTEXT_END;
            case STEP -> ENTER_STEP;
            case FREE -> ENTER_FREE;
            case TEST, GROUP_END, ASYNC_ERROR, ALLOCATE -> NONE;
            case RANK, SIZE -> throw new IllegalArgumentException("not instrumented: " + kind);
        };
    }

    /** Returns the hook that a method of this kind calls after it has returned. */
    static HookCall leaving(EntryKind kind) {
        return switch (kind) {
            case CALL, COPY, COMMUNICATOR, SPLIT, GROUP_END, CONTEXT_RELEASE, LEAVE -> LEAVE;
            case WAIT, TEST -> LEAVE_WAIT;
            case STORE -> LEAVE_STORE;
            case ASYNC_ERROR -> LEAVE_ASYNC_ERROR;
            case LAUNCH, SYNCHRONIZE -> LEAVE_DEVICE;
            case ALLOCATE -> LEAVE_ALLOCATE;
            case ABORT, GROUP_START, FUTURE, CONTEXT_END, STEP, FREE -> NONE;
            case RANK, SIZE -> throw new IllegalArgumentException("not instrumented: " + kind);
        };
    }

    /** Returns whether there is a hook to call. */
    boolean present() {
        return !name.isEmpty();
    }

    /** Returns the hook's descriptor. */
    String descriptor() {
        return arguments.stream().map(argument -> argument.source.type).collect(Collectors.joining("", "(", ")"))
                + result;
    }

    private static HookCall entering(String name, Argument... more) {
        return new HookCall(name, joined(List.of(of(Source.METHOD)), more), "J");
    }

    private static HookCall ending(String name, Argument... more) {
        return new HookCall(name, joined(List.of(of(Source.METHOD), of(Source.TOKEN)), more), "V");
    }

    private static List<Argument> joined(List<Argument> first, Argument... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }

    private static Argument of(Source source) {
        return new Argument(source, ArgumentRole.IGNORED);
    }

    private static Argument receiver(ArgumentRole role) {
        return new Argument(Source.RECEIVER, role);
    }

    private static Argument object(ArgumentRole role) {
        return new Argument(Source.OBJECT, role);
    }

    private static Argument number(ArgumentRole role) {
        return new Argument(Source.NUMBER, role);
    }
}
