package dev.rollcall.agent;

/**
 * What wrapped methods call. Nothing goes wrong here for the application: where the thread's stack or the Java heap is
 * exhausted the call is not recorded, and counted; anything else ends the recording, with one warning.
 *
 * <p>Names and parameters are written into wrappers by {@link HookShape}. A wrapper swallows what a hook throws that has not
 * even the stack to begin with, and notes that it was {@link Missed}.
 */
public final class Hooks {
    /** What an entry hook returns for a call that is not recorded; not what the recorder returns of one without a slot. */
    static final long NOT_RECORDED = -2;

    /** What an entry hook returns that did not count the thread in; nothing is counted out then. */
    static final long NOT_ENTERED = -3;

    private static volatile Session session;

    private Hooks() {}

    /** Lets the hooks record from now on. */
    static void install(Session installed) {
        session = installed;
    }

    private static Session active() {
        Session current = session;
        return current != null && current.recorder().state().recording() ? current : null;
    }

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
        Session current = active();
        if (current == null) {
            return NOT_ENTERED;
        }
        try {
            return current.enterCall(
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
        } catch (Throwable e) {
            missed(current, e, hook, communicator);
            return NOT_ENTERED;
        }
    }

    /** After a call that returned; the result is its work, or the communicator where the method returns no object. */
    public static void leaveCall(int hook, long token, Object result) {
        Session current = active();
        if (current != null && token != NOT_ENTERED) {
            try {
                current.leaveCall(hook, token, result);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
    }

    /** After a call that threw. */
    public static void failCall(int hook, long token, Throwable failure) {
        cleanStack(failure);
        Session current = active();
        if (current != null && token != NOT_ENTERED) {
            try {
                current.failCall(hook, token, failure);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
    }

    /** Before a communicator is made; returns the token for {@link #leaveBirth} or {@link #failBirth}. */
    public static long enterBirth(int hook, Object store, Object name, long rank, long size) {
        Session current = active();
        if (current == null) {
            return NOT_ENTERED;
        }
        try {
            return current.births().enter(hook, store, name, rank, size);
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return NOT_ENTERED;
        }
    }

    /** Before some ranks of a communicator make one; returns the token for {@link #leaveBirth} or {@link #failBirth}. */
    public static long enterSplit(int hook, Object communicator, Object ranks, Object store, Object name) {
        Session current = active();
        if (current == null) {
            return NOT_ENTERED;
        }
        try {
            return current.births().enterSplit(hook, communicator, ranks, store, name);
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return NOT_ENTERED;
        }
    }

    /** After a communicator was made. */
    public static void leaveBirth(int hook, long token, Object communicator) {
        Session current = active();
        if (current != null && token != NOT_ENTERED) {
            try {
                current.births().leave(hook, token, communicator);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
    }

    /** After a communicator could not be made. */
    public static void failBirth(int hook, long token, Throwable failure) {
        cleanStack(failure);
        Session current = active();
        if (current != null && token != NOT_ENTERED) {
            try {
                current.births().fail(hook, token, failure);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
    }

    /** Before a communicator is ended, which may block. */
    public static long enterLeave(int hook, Object communicator) {
        Session current = active();
        if (current != null) {
            try {
                current.births().left(hook, communicator);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
        return NOT_ENTERED;
    }

    /** Before a store is made; returns the token for {@link #leaveStore} or {@link #failStore}. */
    public static long enterStore(int hook, Object name, Object options) {
        Session current = active();
        if (current == null) {
            return NOT_ENTERED;
        }
        try {
            return current.stores().enter(hook, name, options);
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return NOT_ENTERED;
        }
    }

    /** After a store was made. */
    public static void leaveStore(int hook, long token, Object store, Object name, Object below, Object options) {
        Session current = active();
        if (current != null) {
            try {
                current.stores().leave(hook, token, store, name, below, options);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
    }

    /** After a store could not be made. */
    public static void failStore(int hook, long token, Throwable failure) {
        cleanStack(failure);
        Session current = active();
        if (current != null && token >= 0) {
            try {
                current.stores().fail(hook, failure);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
    }

    /** Before a wait; returns the token for {@link #leaveWait} or {@link #failWait}. */
    public static long enterWait(int hook, Object work) {
        Session current = active();
        if (current == null) {
            return NOT_ENTERED;
        }
        try {
            return current.enterWait(hook, work);
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return NOT_ENTERED;
        }
    }

    /** After a wait that returned; the flag is 0 where it said that the work has not finished. */
    public static void leaveWait(int hook, long token, long flag) {
        Session current = active();
        if (current != null && token >= 0 && flag != 0) {
            try {
                current.leaveWait(token);
            } catch (Throwable e) {
                current.recorder().waitLost(token);
                missed(current, e, ~hook, null);
            }
        }
    }

    /** After a wait that threw. */
    public static void failWait(int hook, long token, Object work, Throwable failure) {
        cleanStack(failure);
        Session current = active();
        if (current != null && token >= 0) {
            try {
                current.failWait(hook, token, work, failure);
            } catch (Throwable e) {
                current.recorder().waitLost(token);
                missed(current, e, ~hook, null);
            }
        }
    }

    /** After a work was asked; the flag is 0 where it has not finished. */
    public static void leaveTest(int hook, Object work, long flag) {
        Session current = active();
        if (current != null && flag != 0) {
            try {
                current.leaveTest(hook, work);
            } catch (Throwable e) {
                missed(current, e, ~hook, null);
            }
        }
    }

    /** After a method threw of which nothing else is recorded. */
    public static void failOther(Throwable failure) {
        cleanStack(failure);
    }

    private static void missed(Session current, Throwable failure, int hook, Object communicator) {
        if (current.recorder().state().failed(failure)) {
            Missed.add(hook, communicator);
        }
    }

    /** Takes the wrappers out of an exception's stack, so that what the application prints of it stays the same. */
    private static void cleanStack(Throwable failure) {
        try {
            WrapperFrames.clean(failure);
        } catch (Throwable e) {
            // An exception that does not let its stack be changed keeps it, and so does one of an exhausted stack or
            // heap.
        }
    }
}
