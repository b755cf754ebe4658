package dev.rollcall.agent;

/**
 * What wrapped calls, and waits for them, call. Nothing comes out of these, as {@link Recording} says. Each asks at its end whether
 * the trace's file is still whole, so that what the JVM owes for touching it does not come in the application's own code.
 *
 * <p>Names and parameters are written into wrappers by {@link HookShape}. A wrapper swallows what a hook throws that has not
 * even the stack to begin with, and notes that it was {@link MissedHooks}.
 */
public final class Hooks {
    private Hooks() {}

    /** Before a call; returns the token for {@link #leaveCall} or {@link #failCall}. */
    public static long enterCall(
            int hook,
            Object communicator,
            Object input,
            Object output,
            Object options,
            Object type,
            Object reduction,
            Object inputSplits,
            Object outputSplits,
            long count,
            long root,
            long peer,
            long tag) {
        Session current = Recording.active();
        if (current == null) {
            return Recording.NOT_ENTERED;
        }
        try {
            long token = current.enterCall(
                    hook,
                    communicator,
                    input,
                    output,
                    options,
                    type,
                    reduction,
                    inputSplits,
                    outputSplits,
                    count,
                    root,
                    peer,
                    tag);
            current.surfaceFaults();
            return token;
        } catch (Throwable e) {
            Recording.missed(current.recorder().state(), e, hook, communicator);
            return Recording.NOT_ENTERED;
        }
    }

    /** After a call that returned; the result is its work, or the communicator where the method returns no object. */
    public static void leaveCall(int hook, long token, Object result) {
        Session current = Recording.active();
        if (current != null && token != Recording.NOT_ENTERED) {
            try {
                current.leaveCall(hook, token, result);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** After a call that threw. */
    public static void failCall(int hook, long token, Throwable failure) {
        Recording.cleanStack(failure);
        Session current = Recording.active();
        if (current != null && token != Recording.NOT_ENTERED) {
            try {
                current.failCall(hook, token, failure);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** Before a group of calls begins that are issued together; the token means nothing. */
    public static long enterGroup(int hook) {
        Session current = Recording.active();
        if (current != null) {
            try {
                current.groups().enter(hook);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, hook, null);
            }
        }
        return Recording.NOT_ENTERED;
    }

    /** After a group of calls was issued. */
    public static void leaveGroup(int hook) {
        Session current = Recording.active();
        if (current != null) {
            try {
                current.groups().leave(hook);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** After a group of calls could not be begun, or not be issued. */
    public static void failGroup(int hook, Throwable failure) {
        Recording.cleanStack(failure);
        Session current = Recording.active();
        if (current != null) {
            try {
                current.groups().fail(hook, failure);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** Before a wait; returns the token for {@link #leaveWait} or {@link #failWait}. */
    public static long enterWait(int hook, Object work) {
        Session current = Recording.active();
        if (current == null) {
            return Recording.NOT_ENTERED;
        }
        try {
            long token = current.enterWait(hook, work);
            current.surfaceFaults();
            return token;
        } catch (Throwable e) {
            Recording.missed(current.recorder().state(), e, hook, null);
            return Recording.NOT_ENTERED;
        }
    }

    /** After a wait that returned; the flag is 0 where it said that the work has not finished. */
    public static void leaveWait(int hook, long token, long flag) {
        Session current = Recording.active();
        if (current != null && token >= 0 && flag != 0) {
            try {
                current.leaveWait(token);
                current.surfaceFaults();
            } catch (Throwable e) {
                current.recorder().works().waitLost(token);
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** After a wait that threw. */
    public static void failWait(int hook, long token, Object work, Throwable failure) {
        Recording.cleanStack(failure);
        Session current = Recording.active();
        if (current != null && token >= 0) {
            try {
                current.failWait(hook, token, work, failure);
                current.surfaceFaults();
            } catch (Throwable e) {
                current.recorder().works().waitLost(token);
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** After a work was asked; the flag is 0 where it has not finished. */
    public static void leaveTest(int hook, Object work, long flag) {
        Session current = Recording.active();
        if (current != null && flag != 0) {
            try {
                current.leaveTest(hook, work);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** After a work was asked and threw, which tells nothing of it. */
    public static void failTest(Throwable failure) {
        Recording.cleanStack(failure);
    }
}
