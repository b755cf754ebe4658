package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** How a fault changes one part of the culprit's program. */
@FunctionalInterface
interface ProgramEdit {
    /** In the opening part, the world comes first; the group after it has all ranks, too. */
    int FIRST_GROUP_AFTER_WORLD = 1;

    /** Changes a part in place. */
    void change(List<ProgramAction> part, FaultPlace place);

    /** Changes nothing. */
    ProgramEdit NONE = (part, place) -> {};

    /** The rank never joins the group after the world. */
    ProgramEdit NEVER_JOINS = (part, place) -> part.add(
            FIRST_GROUP_AFTER_WORLD, new ProgramAction.Halt(ProgramAction.HaltKind.STUCK, ScriptLine.NEXT_BATCH));

    /** The rank joins the group after the world under another name than its peers. */
    ProgramEdit OTHER_RENDEZVOUS = (part, place) -> {
        ProgramAction.Join join = (ProgramAction.Join) part.get(FIRST_GROUP_AFTER_WORLD);
        part.set(FIRST_GROUP_AFTER_WORLD, new ProgramAction.Join(join.group(), join.rendezvous() + " again"));
    };

    /** The rank makes an extra call derived from the target, just before the target, and waits for it. */
    static ProgramEdit add(UnaryOperator<SimulatedCall> derived) {
        return (part, place) -> {
            int at = place.find(part, place.target());
            ProgramAction.Issue target = (ProgramAction.Issue) part.get(at);
            part.add(
                    at,
                    new ProgramAction.Issue(
                            target.group(), derived.apply(target.call()).at(place.extraCall())));
        };
    }

    /** The rank makes the target call differently. */
    static ProgramEdit replace(UnaryOperator<SimulatedCall> changed) {
        return (part, place) -> replace(part, place.find(part, place.target()), changed);
    }

    /** The rank makes the call at this line differently. */
    static ProgramEdit replaceAt(ScriptLine site, UnaryOperator<SimulatedCall> changed) {
        return (part, place) -> replace(part, place.find(part, site), changed);
    }

    private static void replace(List<ProgramAction> part, int at, UnaryOperator<SimulatedCall> changed) {
        ProgramAction.Issue target = (ProgramAction.Issue) part.get(at);
        part.set(at, new ProgramAction.Issue(target.group(), changed.apply(target.call())));
    }

    /** The rank omits the target call. */
    static ProgramEdit remove() {
        return (part, place) -> part.remove(place.find(part, place.target()));
    }

    /** The rank omits the first of these calls that its program has. */
    static ProgramEdit removeAt(ScriptLine... sites) {
        return (part, place) -> part.remove(place.find(part, sites));
    }

    /** The rank makes two calls in the opposite order. */
    static ProgramEdit swap(ScriptLine one, ScriptLine other) {
        return (part, place) -> Collections.swap(part, place.find(part, one), place.find(part, other));
    }

    /** The rank stops before the target call. */
    static ProgramEdit halt(ProgramAction.HaltKind kind, ScriptLine site) {
        return (part, place) -> part.add(place.find(part, place.target()), new ProgramAction.Halt(kind, site));
    }

    /** Returns a barrier from the same line. */
    static SimulatedCall barrier(SimulatedCall call) {
        return SimulatedCall.of(Operation.BARRIER, ElementType.UNKNOWN, 0, call.site(), -1);
    }

    /** Returns the call with more elements. */
    static SimulatedCall longer(SimulatedCall call) {
        return call.withCounts(call.countIn() + 1024, call.countOut() + 1024);
    }

    /** Returns the all-to-all with more rows for the first rank than that rank expects. */
    static SimulatedCall uneven(SimulatedCall call) {
        long more = 32;
        long[] splits = call.splits().clone();
        splits[0] += more;
        return call.withCounts(call.countIn() + more, call.countOut()).withSplits(splits);
    }
}
