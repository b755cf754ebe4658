package dev.rollcall.analyzer.scan.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A branch that was taken and whose ways have not met again: what is done inside is done because of it. Immutable. */
public final class Open {
    public final long instance;
    public final Site site;
    public final int until;
    public final Object frame;
    public final Open outer;
    private final Open cause;

    private Open(long instance, Site site, int until, Object frame, Open outer, Open cause) {
        this.instance = instance;
        this.site = site;
        this.until = until;
        this.frame = frame;
        this.outer = outer;
        this.cause = cause;
    }

    /** Returns an open branch inside another one. */
    public static Open branch(long instance, Site site, int until, Object frame, Open outer) {
        return new Open(instance, site, until, frame, outer, null);
    }

    /** Returns what is open in a handler: whatever was where the exception was thrown. */
    public static Open handler(Open cause, int until, Object frame, Open outer) {
        return new Open(0, null, until, frame, outer, cause);
    }

    /** Returns a chain without those that are gone; null where none is left. */
    public static Open without(Open innermost, Predicate<Open> gone) {
        if (innermost == null) {
            return null;
        }
        Open rest = without(innermost.outer, gone);
        if (gone.test(innermost)) {
            return rest;
        }
        return rest == innermost.outer
                ? innermost
                : new Open(innermost.instance, innermost.site, innermost.until, innermost.frame, rest, innermost.cause);
    }

    /** Lists the branches from the innermost outwards. */
    public static List<Open> inside(Open innermost) {
        List<Open> found = new ArrayList<>();
        collect(innermost, found);
        return found;
    }

    private static void collect(Open innermost, List<Open> found) {
        for (Open each = innermost; each != null; each = each.outer) {
            if (each.site != null) {
                found.add(each);
            } else {
                collect(each.cause, found);
            }
        }
    }
}
