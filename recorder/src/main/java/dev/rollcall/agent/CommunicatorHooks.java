package dev.rollcall.agent;

/** What wrapped methods call that make communicators, end them, or make the stores at which they meet; as {@link Hooks}. */
public final class CommunicatorHooks {
    private CommunicatorHooks() {}

    /** Before a communicator is made; returns the token for {@link #leaveBirth} or {@link #failBirth}. */
    public static long enterBirth(int hook, Object store, Object name, long rank, long size) {
        Session current = Recording.active();
        if (current == null) {
            return Recording.NOT_ENTERED;
        }
        try {
            long token = current.births().enter(hook, store, name, rank, size);
            current.surfaceFaults();
            return token;
        } catch (Throwable e) {
            Recording.missed(current.recorder().state(), e, hook, null);
            return Recording.NOT_ENTERED;
        }
    }

    /** Before some ranks of a communicator make one; returns the token for {@link #leaveBirth} or {@link #failBirth}. */
    public static long enterSplit(
            int hook, Object communicator, Object ranks, Object excluded, Object store, Object name) {
        Session current = Recording.active();
        if (current == null) {
            return Recording.NOT_ENTERED;
        }
        try {
            long token = current.births().enterSplit(hook, communicator, ranks, excluded, store, name);
            current.surfaceFaults();
            return token;
        } catch (Throwable e) {
            Recording.missed(current.recorder().state(), e, hook, null);
            return Recording.NOT_ENTERED;
        }
    }

    /** After a communicator was made. */
    public static void leaveBirth(int hook, long token, Object communicator) {
        Session current = Recording.active();
        if (current != null && token != Recording.NOT_ENTERED) {
            try {
                current.births().leave(hook, token, communicator);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** After a communicator could not be made. */
    public static void failBirth(int hook, long token, Throwable failure) {
        Recording.cleanStack(failure);
        Session current = Recording.active();
        if (current != null && token != Recording.NOT_ENTERED) {
            try {
                current.births().fail(hook, token, failure);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** Before a communicator is ended, which may block. */
    public static long enterLeave(int hook, Object communicator) {
        Session current = Recording.active();
        if (current != null) {
            try {
                current.births().left(hook, communicator);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
        return Recording.NOT_ENTERED;
    }

    /** After a communicator could not be ended, which has been recorded all the same. */
    public static void failLeave(Throwable failure) {
        Recording.cleanStack(failure);
    }

    /** Before a store is made; returns the token for {@link #leaveStore} or {@link #failStore}. */
    public static long enterStore(int hook, Object name, Object options) {
        Session current = Recording.active();
        if (current == null) {
            return Recording.NOT_ENTERED;
        }
        try {
            long token = current.stores().enter(hook, name, options);
            current.surfaceFaults();
            return token;
        } catch (Throwable e) {
            Recording.missed(current.recorder().state(), e, hook, null);
            return Recording.NOT_ENTERED;
        }
    }

    /** After a store was made. */
    public static void leaveStore(int hook, long token, Object store, Object name, Object below, Object options) {
        Session current = Recording.active();
        if (current != null) {
            try {
                current.stores().leave(hook, token, store, name, below, options);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }

    /** After a store could not be made. */
    public static void failStore(int hook, long token, Throwable failure) {
        Recording.cleanStack(failure);
        Session current = Recording.active();
        if (current != null && token >= 0) {
            try {
                current.stores().fail(hook, failure);
                current.surfaceFaults();
            } catch (Throwable e) {
                Recording.missed(current.recorder().state(), e, ~hook, null);
            }
        }
    }
}
