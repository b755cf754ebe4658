package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Frame;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.wait.Pace;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What became of a rank that no longer calls, in words. */
final class Whereabouts {
    private static final long FAR_BEFORE = TimeUnit.SECONDS.toNanos(5);

    private Whereabouts() {}

    /** Returns what is known of where a rank is, empty where nothing is. */
    static String of(Rank rank, Pace pace) {
        Ending ending = rank.ending();
        return switch (ending.kind()) {
            case UNCAUGHT_EXCEPTION ->
                "its " + thread(ending.thread()) + " ended with " + Wording.brief(ending.exception())
                        + where(ending.stack());
            case EXITED ->
                ending.exitCode() < 0
                        ? "its process exited"
                        : "its process exited with code " + ending.exitCode() + where(ending.stack());
            case DIED -> "its process died without a word";
            default -> alive(rank, pace);
        };
    }

    private static String alive(Rank rank, Pace pace) {
        if (rank.lastAlive() != Call.NO_TIME && pace.now() - rank.lastAlive() > FAR_BEFORE) {
            return "its process was last alive " + Wording.time(pace.now() - rank.lastAlive()) + " before the others'";
        }
        ThreadSnapshot main = mainThread(rank.threads());
        if (main == null || main.stack().frames().isEmpty()) {
            return "";
        }
        int site = main.stack().site();
        Frame inside = main.stack().frames().get(Math.max(0, site - 1));
        String who = "its " + thread(main.thread());
        if (site < 0) {
            return who + " is in " + inside.shortMethod();
        }
        return who + " is" + Wording.at(main.stack()) + (site == 0 ? "" : ", in " + inside.shortMethod());
    }

    private static String where(CallStack stack) {
        return stack.siteFrame() == null ? "" : " at " + stack.siteFrame().place();
    }

    private static String thread(String name) {
        return name.isEmpty() ? "process" : name.equals("main") ? "main thread" : "thread " + name;
    }

    /** Returns the last look at the main thread; at any thread of the application where there is no main thread. */
    private static ThreadSnapshot mainThread(List<ThreadSnapshot> threads) {
        ThreadSnapshot best = null;
        for (ThreadSnapshot thread : threads) {
            boolean main = thread.thread().equals("main");
            boolean better = best == null
                    || main && !best.thread().equals("main")
                    || main == best.thread().equals("main")
                            && (main
                                    || thread.stack().site() >= 0
                                    || best.stack().site() < 0);
            if (better) {
                best = thread;
            }
        }
        return best;
    }
}
