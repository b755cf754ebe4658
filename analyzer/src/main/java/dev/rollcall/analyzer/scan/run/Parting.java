package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;

/** Names the kind of failure from what two ranks call from a branch on. */
final class Parting {
    private Parting() {}

    static Cause cause(Open branch, List<Event> ofA, List<Event> ofB, boolean fewerCall) {
        if (branch.site.decidesLoop()) {
            return Cause.SHORT_LOOP;
        }
        List<String> a = inside(branch, ofA);
        List<String> b = inside(branch, ofB);
        if (!a.isEmpty() && a.size() == b.size()) {
            return a.stream().sorted().toList().equals(b.stream().sorted().toList())
                    ? Cause.ORDER_SWAP
                    : Cause.OP_MISMATCH;
        }
        return fewerCall ? Cause.EXTRA_COLLECTIVE : Cause.SKIPPED_COLLECTIVE;
    }

    private static List<String> inside(Open branch, List<Event> events) {
        return events.stream()
                .filter(event -> Open.inside(event.open()).stream().anyMatch(each -> each.instance == branch.instance))
                .map(Event::operation)
                .toList();
    }
}
