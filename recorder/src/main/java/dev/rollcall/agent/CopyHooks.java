package dev.rollcall.agent;

import dev.rollcall.library.GivenCopy;

/**
 * What wrapped copies call, as {@link Hooks} is what wrapped calls do. Nothing comes out of these but what the user asked for
 * by {@code corrupt=throw}.
 */
public final class CopyHooks {
    /** Whether {@link #raise} is to be called after each copy; public because wrappers are in the application's classes. */
    public static volatile boolean throwing;

    private static volatile CopySession session;

    private CopyHooks() {}

    /** Lets the hooks record from now on. */
    static void install(CopySession installed) {
        session = installed;
        throwing = installed.throwing();
    }

    private static CopySession active() {
        CopySession current = session;
        return current != null && current.recording() ? current : null;
    }

    /** Before a copy; returns the token for {@link #leaveCopy} or {@link #failCopy}. */
    public static long enterCopy(
            int hook,
            Object destination,
            Object source,
            Object destinationDevice,
            Object sourceDevice,
            Object options,
            Object stream,
            long bytes,
            long rows,
            long destinationPitch,
            long sourcePitch,
            long direction) {
        CopySession current = active();
        if (current == null) {
            return Recording.NOT_ENTERED;
        }
        try {
            GivenCopy given = new GivenCopy();
            given.destination = destination;
            given.source = source;
            given.destinationDevice = destinationDevice;
            given.sourceDevice = sourceDevice;
            given.options = options;
            given.stream = stream;
            given.bytes = bytes;
            given.rows = rows;
            given.destinationPitch = destinationPitch;
            given.sourcePitch = sourcePitch;
            given.direction = direction;
            long token = current.enter(hook, given);
            current.surfaceFaults();
            return token;
        } catch (Throwable e) {
            current.missed(e, hook);
            return Recording.NOT_ENTERED;
        }
    }

    /** After a copy that returned; the result is CUDA's, 0 for success. */
    public static void leaveCopy(int hook, long token, long result) {
        CopySession current = active();
        if (current != null && token != Recording.NOT_ENTERED) {
            try {
                current.leave(hook, token, result);
                current.surfaceFaults();
            } catch (Throwable e) {
                current.missed(e, ~hook);
            }
        }
    }

    /** After a copy that threw. */
    public static void failCopy(int hook, long token, Throwable failure) {
        Recording.cleanStack(failure);
        CopySession current = active();
        if (current != null && token != Recording.NOT_ENTERED) {
            try {
                current.fail(token, failure);
                current.surfaceFaults();
            } catch (Throwable e) {
                current.missed(e, ~hook);
            }
        }
    }

    /** Throws what the last copy of this thread is to end with, if that is corrupt and the user wants to be told so. */
    public static void raise() {
        CopySession current = session;
        RuntimeException corrupt = current == null ? null : current.takeCorrupt();
        if (corrupt != null) {
            throw corrupt;
        }
    }
}
