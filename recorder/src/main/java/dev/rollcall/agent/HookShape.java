package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.EntryKind;
import java.util.List;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/**
 * Which hooks a wrapper calls and with what, for one kind of catalogued method. Immutable and thread-safe.
 *
 * @param hooks the class that has them
 * @param enter called before the method, returns the token; empty where nothing is called
 * @param leave called after the method returned; empty where nothing is called
 * @param fail called when the method threw, with the exception behind what is listed
 */
record HookShape(
        Class<?> hooks,
        String enter,
        List<HookArgument> entering,
        String leave,
        List<HookArgument> leaving,
        String fail,
        List<HookArgument> failing) {
    private static final List<HookArgument> HOOK_AND_TOKEN = List.of(HookArgument.HOOK, HookArgument.TOKEN);

    private static final HookShape CALL = new HookShape(
            Hooks.class,
            "enterCall",
            List.of(
                    HookArgument.HOOK,
                    HookArgument.receiver(ArgumentRole.COMMUNICATOR),
                    HookArgument.object(ArgumentRole.INPUT),
                    HookArgument.object(ArgumentRole.OUTPUT),
                    HookArgument.object(ArgumentRole.OPTIONS),
                    HookArgument.object(ArgumentRole.TYPE),
                    HookArgument.object(ArgumentRole.REDUCTION),
                    HookArgument.object(ArgumentRole.INPUT_SPLITS),
                    HookArgument.object(ArgumentRole.OUTPUT_SPLITS),
                    HookArgument.number(ArgumentRole.COUNT),
                    HookArgument.number(ArgumentRole.ROOT),
                    HookArgument.number(ArgumentRole.PEER),
                    HookArgument.number(ArgumentRole.TAG)),
            "leaveCall",
            List.of(HookArgument.HOOK, HookArgument.TOKEN, HookArgument.SUBJECT),
            "failCall",
            HOOK_AND_TOKEN);

    private static final HookShape COMMUNICATOR = new HookShape(
            CommunicatorHooks.class,
            "enterBirth",
            List.of(
                    HookArgument.HOOK,
                    HookArgument.object(ArgumentRole.STORE),
                    HookArgument.object(ArgumentRole.NAME),
                    HookArgument.number(ArgumentRole.RANK),
                    HookArgument.number(ArgumentRole.SIZE)),
            "leaveBirth",
            List.of(HookArgument.HOOK, HookArgument.TOKEN, HookArgument.SUBJECT),
            "failBirth",
            HOOK_AND_TOKEN);

    private static final HookShape SPLIT = new HookShape(
            CommunicatorHooks.class,
            "enterSplit",
            List.of(
                    HookArgument.HOOK,
                    HookArgument.receiver(ArgumentRole.COMMUNICATOR),
                    HookArgument.object(ArgumentRole.RANKS),
                    HookArgument.object(ArgumentRole.EXCLUDED),
                    HookArgument.object(ArgumentRole.STORE),
                    HookArgument.object(ArgumentRole.NAME)),
            "leaveBirth",
            List.of(HookArgument.HOOK, HookArgument.TOKEN, HookArgument.SUBJECT),
            "failBirth",
            HOOK_AND_TOKEN);

    private static final HookShape LEAVE = new HookShape(
            CommunicatorHooks.class,
            "enterLeave",
            List.of(HookArgument.HOOK, HookArgument.receiver(ArgumentRole.COMMUNICATOR)),
            "",
            List.of(),
            "failLeave",
            List.of());

    private static final HookShape STORE = new HookShape(
            CommunicatorHooks.class,
            "enterStore",
            List.of(
                    HookArgument.HOOK,
                    HookArgument.object(ArgumentRole.NAME),
                    HookArgument.object(ArgumentRole.OPTIONS)),
            "leaveStore",
            List.of(
                    HookArgument.HOOK,
                    HookArgument.TOKEN,
                    HookArgument.SUBJECT,
                    HookArgument.object(ArgumentRole.NAME),
                    HookArgument.object(ArgumentRole.STORE),
                    HookArgument.object(ArgumentRole.OPTIONS)),
            "failStore",
            HOOK_AND_TOKEN);

    private static final HookShape WAIT = new HookShape(
            Hooks.class,
            "enterWait",
            List.of(HookArgument.HOOK, HookArgument.receiver(ArgumentRole.WORK)),
            "leaveWait",
            List.of(HookArgument.HOOK, HookArgument.TOKEN, HookArgument.FLAG),
            "failWait",
            List.of(HookArgument.HOOK, HookArgument.TOKEN, HookArgument.receiver(ArgumentRole.WORK)));

    private static final HookShape TEST = new HookShape(
            Hooks.class,
            "",
            List.of(),
            "leaveTest",
            List.of(HookArgument.HOOK, HookArgument.receiver(ArgumentRole.WORK), HookArgument.FLAG),
            "failTest",
            List.of());

    private static final HookShape GROUP_START = new HookShape(
            Hooks.class,
            "enterGroup",
            List.of(HookArgument.HOOK),
            "",
            List.of(),
            "failGroup",
            List.of(HookArgument.HOOK));

    private static final HookShape GROUP_END = new HookShape(
            Hooks.class,
            "",
            List.of(),
            "leaveGroup",
            List.of(HookArgument.HOOK),
            "failGroup",
            List.of(HookArgument.HOOK));

    private static final HookShape COPY = new HookShape(
            CopyHooks.class,
            "enterCopy",
            List.of(
                    HookArgument.HOOK,
                    HookArgument.object(ArgumentRole.DESTINATION),
                    HookArgument.object(ArgumentRole.SOURCE),
                    HookArgument.object(ArgumentRole.DESTINATION_DEVICE),
                    HookArgument.object(ArgumentRole.SOURCE_DEVICE),
                    HookArgument.object(ArgumentRole.OPTIONS),
                    HookArgument.object(ArgumentRole.STREAM),
                    HookArgument.number(ArgumentRole.BYTES),
                    HookArgument.number(ArgumentRole.ROWS),
                    HookArgument.number(ArgumentRole.DESTINATION_PITCH),
                    HookArgument.number(ArgumentRole.SOURCE_PITCH),
                    HookArgument.number(ArgumentRole.DIRECTION)),
            "leaveCopy",
            List.of(HookArgument.HOOK, HookArgument.TOKEN, HookArgument.RESULT),
            "failCopy",
            HOOK_AND_TOKEN);

    /** Returns the shape for a kind that is instrumented. */
    static HookShape of(EntryKind kind) {
        return switch (kind) {
            case CALL -> CALL;
            case COMMUNICATOR -> COMMUNICATOR;
            case SPLIT -> SPLIT;
            case LEAVE -> LEAVE;
            case STORE -> STORE;
            case WAIT -> WAIT;
            case TEST -> TEST;
            case GROUP_START -> GROUP_START;
            case GROUP_END -> GROUP_END;
            case COPY -> COPY;
            case RANK, SIZE -> throw new IllegalArgumentException("not instrumented: " + kind);
        };
    }

    /** Returns the class that has these hooks, as an internal name. */
    String owner() {
        return Type.getInternalName(hooks);
    }

    /** Returns whether something is thrown after the method, if {@link CopyHooks#throwing}. */
    boolean raises() {
        return this == COPY;
    }

    /** Returns the parameters of a hook, as a descriptor has them. */
    static String parameters(List<HookArgument> pushes) {
        return pushes.stream().map(HookArgument::type).collect(Collectors.joining());
    }
}
