package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How a call stands to the threads that made its rank's calls before. */
public enum CallThreads {
    /** No more is known. */
    ORDINARY,
    /** The thread made no call before, and the others' call comes from a thread that did. */
    FIRST_CALL,
    /** The rank's calls come from several threads of a pool, in the order in which these happen to run. */
    POOL,
    /** The calls of both sides are tasks of one line in an executor, in the order in which the application handed them over. */
    TASKS;

    static CallThreads of(RankClass own, int position, RankClass others, int otherPosition) {
        if (position >= own.length() || position == 0 || otherPosition >= others.length() || otherPosition == 0) {
            return ORDINARY;
        }
        Set<String> before = before(own, position);
        String thread = thread(own.call(position));
        String pool = withoutNumbers(thread);
        if (!pool.equals(thread)
                && before.stream()
                        .anyMatch(other ->
                                !other.equals(thread) && withoutNumbers(other).equals(pool))) {
            return POOL;
        }
        if (tasksOfOneLine(own, position, others.call(otherPosition))) {
            return TASKS;
        }
        boolean first = !thread.isEmpty() && !before.contains("") && !before.contains(thread);
        return first && before(others, otherPosition).contains(thread(others.call(otherPosition)))
                ? FIRST_CALL
                : ORDINARY;
    }

    /** Whether both sides run tasks of one line, and the rank's is not its last one once more. */
    private static boolean tasksOfOneLine(RankClass own, int position, Call others) {
        Call call = own.call(position);
        Call before = own.call(position - 1);
        boolean again = before.signature().equals(call.signature())
                && before.stack().path().equals(call.stack().path());
        return !again
                && isTask(call.stack())
                && isTask(others.stack())
                && call.stack().path().equals(others.stack().path());
    }

    private static boolean isTask(CallStack stack) {
        return !stack.path().isEmpty()
                && stack.frames().stream()
                        .anyMatch(frame -> frame.type().startsWith("java.util.concurrent.ThreadPoolExecutor")
                                || frame.type().startsWith("java.util.concurrent.ForkJoin"));
    }

    private static Set<String> before(RankClass calls, int position) {
        Set<String> threads = new HashSet<>();
        for (int i = Math.max(0, position - Thresholds.LONGEST_CONTEXT); i < position; i++) {
            threads.add(thread(calls.call(i)));
        }
        return threads;
    }

    /** Returns the name of a call's thread, or the outermost method of its stack; empty where unknown. */
    private static String thread(Call call) {
        List<StackFrame> path = call.stack().path();
        if (!call.thread().isEmpty() || path.isEmpty()) {
            return call.thread();
        }
        StackFrame outermost = path.get(path.size() - 1);
        return outermost.type() + '.' + outermost.method();
    }

    private static String withoutNumbers(String thread) {
        return thread.replaceAll("\\d+", "");
    }
}
