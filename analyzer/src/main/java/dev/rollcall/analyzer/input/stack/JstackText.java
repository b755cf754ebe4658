package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.JavaFrames;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread dump of HotSpot:
 *
 * <pre>
 *   Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):
 *
 *   "main" #1 prio=5 os_prio=0 cpu=91.03ms elapsed=9.81s tid=0x00007f0c nid=0x1b03 waiting on condition  [0x00007f]
 *      java.lang.Thread.State: WAITING (parking)
 *           at jdk.internal.misc.Unsafe.park(java.base@17.0.15/Native Method)
 *           - parking to wait for  &lt;0x00000000&gt; (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
 *           at app.Trainer.step(Trainer.java:41)
 * </pre>
 */
final class JstackText extends StackReading {
    static final List<String> WORDS = List.of("Full thread dump", " os_prio=");

    private static final Pattern THREAD = Pattern.compile("\"(.*)\" .*\\bnid=(\\S+).*");
    private static final Pattern STATE = Pattern.compile("\\s*java\\.lang\\.Thread\\.State: ([A-Z_]+).*");
    private static final Pattern FRAME = Pattern.compile("\\s*at (\\S+?)\\(([^()]*)\\)");
    /** The number of a lambda's class, which differs between processes. */
    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda).*");

    private static final Pattern LINE = Pattern.compile("(.+):(\\d{1,9})");
    private static final Pattern LOCK = Pattern.compile("\\s*- (.*?) ?<(0x[0-9a-fA-F]{1,16})> \\(a (.*)\\)");

    JstackText(MemoryBudget budget) {
        super(budget);
    }

    @Override
    boolean add(String line) {
        if (line.startsWith("Full thread dump")) {
            begin(new DumpedProcess(-1, ""));
            return false;
        }
        Matcher header = THREAD.matcher(line);
        if (header.matches()) {
            if (current().hasThread(header.group(2))) {
                begin(new DumpedProcess(-1, ""));
            }
            thread = current().add(new DumpedThread(header.group(2), header.group(1), ""));
            thread.main = header.group(1).equals(ThreadSnapshot.MAIN);
            return true;
        }
        return thread != null && addToThread(line);
    }

    private boolean addToThread(String line) {
        Matcher state = STATE.matcher(line);
        Matcher frame = FRAME.matcher(line);
        Matcher lock = LOCK.matcher(line);
        if (state.matches()) {
            thread.state = state.group(1).toLowerCase(Locale.ROOT).replace('_', ' ');
        } else if (frame.matches()) {
            addFrame(frame(frame.group(1), frame.group(2)));
        } else if (lock.matches()) {
            addLock(lock.group(1), lock.group(3) + "@" + lock.group(2));
        } else if (!line.isBlank()
                && !line.strip().startsWith("Locked ownable")
                && !line.strip().startsWith("- ")) {
            thread = null;
        }
        return thread != null;
    }

    private void addLock(String relation, String lock) {
        if (thread.held.size() + thread.released.size() >= DumpedThread.MOST_LOCKS) {
            return;
        }
        switch (relation) {
            case "waiting to lock", "parking to wait for" -> thread.awaited = lock;
            case "waiting to re-lock in wait()" -> {
                thread.awaited = lock;
                thread.released.add(lock);
            }
            case "waiting on" -> thread.released.add(lock);
            default -> thread.held.add(lock);
        }
    }

    /** Returns a frame; {@code method} may begin with a class loader and a module, {@code java.base@17.0.15/}. */
    private static StackFrame frame(String method, String place) {
        int lambda = method.indexOf("$$Lambda");
        int prefix = method.lastIndexOf('/', lambda < 0 ? method.length() : lambda);
        String name = method.substring(prefix + 1);
        int dot = name.lastIndexOf('.');
        String type = dot < 0 ? "" : LAMBDA.matcher(name.substring(0, dot)).replaceAll("$1");
        Matcher line = LINE.matcher(place.substring(place.lastIndexOf('/') + 1));
        return line.matches()
                ? new StackFrame(type, name.substring(dot + 1), line.group(1), Integer.parseInt(line.group(2)))
                : new StackFrame(type, name.substring(dot + 1), "", 0);
    }

    @Override
    CallStack withSite(List<StackFrame> innermostFirst) {
        return JavaFrames.stack(innermostFirst);
    }
}
