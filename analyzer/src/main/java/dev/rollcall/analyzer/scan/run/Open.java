package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Routine;
import java.util.ArrayList;
import java.util.List;

/** A branch that was taken and whose ways have not met again: what is done inside is done because of it. Immutable. */
final class Open {
    final long instance;
    final Routine routine;
    final int at;
    final int until;
    final Object frame;
    final Open outer;
    private final Open cause;

    private Open(long instance, Routine routine, int at, int until, Object frame, Open outer, Open cause) {
        this.instance = instance;
        this.routine = routine;
        this.at = at;
        this.until = until;
        this.frame = frame;
        this.outer = outer;
        this.cause = cause;
    }

    /** Returns an open branch inside another one. */
    static Open branch(long instance, Routine routine, int at, int until, Object frame, Open outer) {
        return new Open(instance, routine, at, until, frame, outer, null);
    }

    /** Returns what is open in a handler: whatever was where the exception was thrown. */
    static Open handler(Open cause, int until, Object frame, Open outer) {
        return new Open(0, null, -1, until, frame, outer, cause);
    }

    /** Lists the branches from the innermost outwards. */
    static List<Open> inside(Open innermost) {
        List<Open> found = new ArrayList<>();
        collect(innermost, found);
        return found;
    }

    private static void collect(Open innermost, List<Open> found) {
        for (Open each = innermost; each != null; each = each.outer) {
            if (each.routine != null) {
                found.add(each);
            } else {
                collect(each.cause, found);
            }
        }
    }
}
