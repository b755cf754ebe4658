package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** How a fault changes one part of the culprit's program. */
@FunctionalInterface
interface ProgramEdit {

    /** Changes a part in place. */
    void change(List<ProgramAction> part, FaultPlace place);

    /** Nothing is changed. */
    ProgramEdit NONE = (part, place) -> {};

    /** The rank makes one call more, made like the target's, and waits for it. */
    static ProgramEdit add(UnaryOperator<SimulatedCall> changed) {
        return (part, place) -> {
            int at = place.find(part, place.target());
            ProgramAction.Issue target = (ProgramAction.Issue) part.get(at);
            part.add(
                    at,
                    new ProgramAction.Issue(
                            target.group(), changed.apply(target.request()).at(place.extra())));
        };
    }

    /** The rank makes its target differently. */
    static ProgramEdit replace(UnaryOperator<SimulatedCall> changed) {
        return (part, place) -> replace(part, place.find(part, place.target()), changed);
    }

    /** The rank makes the call at this site differently. */
    static ProgramEdit replaceAt(ScriptLine site, UnaryOperator<SimulatedCall> changed) {
        return (part, place) -> replace(part, place.find(part, site), changed);
    }

    private static void replace(List<ProgramAction> part, int at, UnaryOperator<SimulatedCall> changed) {
        ProgramAction.Issue target = (ProgramAction.Issue) part.get(at);
        part.set(at, new ProgramAction.Issue(target.group(), changed.apply(target.request())));
    }

    /** The rank leaves its target out. */
    static ProgramEdit remove() {
        return (part, place) -> part.remove(place.find(part, place.target()));
    }

    /** The rank leaves out the first that it has of these calls. */
    static ProgramEdit removeAt(ScriptLine... sites) {
        return (part, place) -> part.remove(place.find(part, sites));
    }

    /** The rank makes two calls in the other order. */
    static ProgramEdit swap(ScriptLine one, ScriptLine other) {
        return (part, place) -> Collections.swap(part, place.find(part, one), place.find(part, other));
    }

    /** The rank never comes to its target. */
    static ProgramEdit halt(ProgramAction.HaltKind kind, ScriptLine site) {
        return (part, place) -> part.add(place.find(part, place.target()), new ProgramAction.Halt(kind, site));
    }
}
