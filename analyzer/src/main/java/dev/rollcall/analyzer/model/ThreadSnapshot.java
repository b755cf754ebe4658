package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * What one thread was doing when the recorder looked, because nothing had moved for a while.
 *
 * @param thread the thread's name
 * @param state its state, as the runtime names it
 * @param stack its frames, innermost first
 * @param time when, nanoseconds since the epoch
 */
public record ThreadSnapshot(String thread, String state, CallStack stack, long time) {

    /**
     * Returns the newest look at the thread that matters most: {@code main} where it was seen, else one in the application's code;
     * null where nobody looked.
     *
     * @param looks the oldest first
     */
    public static ThreadSnapshot main(List<ThreadSnapshot> looks) {
        ThreadSnapshot best = null;
        for (ThreadSnapshot look : looks) {
            if (best == null || look.matter() >= best.matter()) {
                best = look;
            }
        }
        return best;
    }

    private int matter() {
        return thread.equals("main") ? 2 : stack.site() >= 0 ? 1 : 0;
    }
}
