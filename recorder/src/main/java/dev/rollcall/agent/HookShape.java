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
        List<Push> entering,
        String leave,
        List<Push> leaving,
        String fail,
        List<Push> failing) {
    private static final List<Push> HOOK_AND_TOKEN = List.of(Push.HOOK, Push.TOKEN);

    private static final HookShape CALL = new HookShape(
            Hooks.class,
            "enterCall",
            List.of(
                    Push.HOOK,
                    Push.receiver(ArgumentRole.COMMUNICATOR),
                    Push.object(ArgumentRole.INPUT),
                    Push.object(ArgumentRole.OUTPUT),
                    Push.object(ArgumentRole.OPTIONS),
                    Push.object(ArgumentRole.TYPE),
                    Push.object(ArgumentRole.REDUCTION),
                    Push.object(ArgumentRole.INPUT_SPLITS),
                    Push.object(ArgumentRole.OUTPUT_SPLITS),
                    Push.number(ArgumentRole.COUNT),
                    Push.number(ArgumentRole.ROOT),
                    Push.number(ArgumentRole.PEER),
                    Push.number(ArgumentRole.TAG)),
            "leaveCall",
            List.of(Push.HOOK, Push.TOKEN, Push.SUBJECT),
            "failCall",
            HOOK_AND_TOKEN);

    private static final HookShape COMMUNICATOR = new HookShape(
            CommunicatorHooks.class,
            "enterBirth",
            List.of(
                    Push.HOOK,
                    Push.object(ArgumentRole.STORE),
                    Push.object(ArgumentRole.NAME),
                    Push.number(ArgumentRole.RANK),
                    Push.number(ArgumentRole.SIZE)),
            "leaveBirth",
            List.of(Push.HOOK, Push.TOKEN, Push.SUBJECT),
            "failBirth",
            HOOK_AND_TOKEN);

    private static final HookShape SPLIT = new HookShape(
            CommunicatorHooks.class,
            "enterSplit",
            List.of(
                    Push.HOOK,
                    Push.receiver(ArgumentRole.COMMUNICATOR),
                    Push.object(ArgumentRole.RANKS),
                    Push.object(ArgumentRole.EXCLUDED),
                    Push.object(ArgumentRole.STORE),
                    Push.object(ArgumentRole.NAME)),
            "leaveBirth",
            List.of(Push.HOOK, Push.TOKEN, Push.SUBJECT),
            "failBirth",
            HOOK_AND_TOKEN);

    private static final HookShape LEAVE = new HookShape(
            CommunicatorHooks.class,
            "enterLeave",
            List.of(Push.HOOK, Push.receiver(ArgumentRole.COMMUNICATOR)),
            "",
            List.of(),
            "failLeave",
            List.of());

    private static final HookShape STORE = new HookShape(
            CommunicatorHooks.class,
            "enterStore",
            List.of(Push.HOOK, Push.object(ArgumentRole.NAME), Push.object(ArgumentRole.OPTIONS)),
            "leaveStore",
            List.of(
                    Push.HOOK,
                    Push.TOKEN,
                    Push.SUBJECT,
                    Push.object(ArgumentRole.NAME),
                    Push.object(ArgumentRole.STORE),
                    Push.object(ArgumentRole.OPTIONS)),
            "failStore",
            HOOK_AND_TOKEN);

    private static final HookShape WAIT = new HookShape(
            Hooks.class,
            "enterWait",
            List.of(Push.HOOK, Push.receiver(ArgumentRole.WORK)),
            "leaveWait",
            List.of(Push.HOOK, Push.TOKEN, Push.FLAG),
            "failWait",
            List.of(Push.HOOK, Push.TOKEN, Push.receiver(ArgumentRole.WORK)));

    private static final HookShape TEST = new HookShape(
            Hooks.class,
            "",
            List.of(),
            "leaveTest",
            List.of(Push.HOOK, Push.receiver(ArgumentRole.WORK), Push.FLAG),
            "failTest",
            List.of());

    private static final HookShape GROUP_START = new HookShape(
            Hooks.class, "enterGroup", List.of(Push.HOOK), "", List.of(), "failGroup", List.of(Push.HOOK));

    private static final HookShape GROUP_END = new HookShape(
            Hooks.class, "", List.of(), "leaveGroup", List.of(Push.HOOK), "failGroup", List.of(Push.HOOK));

    private static final HookShape COPY = new HookShape(
            CopyHooks.class,
            "enterCopy",
            List.of(
                    Push.HOOK,
                    Push.object(ArgumentRole.DESTINATION),
                    Push.object(ArgumentRole.SOURCE),
                    Push.object(ArgumentRole.DESTINATION_DEVICE),
                    Push.object(ArgumentRole.SOURCE_DEVICE),
                    Push.object(ArgumentRole.OPTIONS),
                    Push.object(ArgumentRole.STREAM),
                    Push.number(ArgumentRole.BYTES),
                    Push.number(ArgumentRole.ROWS),
                    Push.number(ArgumentRole.DESTINATION_PITCH),
                    Push.number(ArgumentRole.SOURCE_PITCH),
                    Push.number(ArgumentRole.DIRECTION)),
            "leaveCopy",
            List.of(Push.HOOK, Push.TOKEN, Push.RESULT),
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
    static String parameters(List<Push> pushes) {
        return pushes.stream().map(Push::type).collect(Collectors.joining());
    }
}
