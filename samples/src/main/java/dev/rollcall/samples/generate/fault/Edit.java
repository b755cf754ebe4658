package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.Act;
import dev.rollcall.samples.generate.program.Request;
import dev.rollcall.samples.generate.program.Site;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** How a fault changes one part of the culprit's program. */
@FunctionalInterface
interface Edit {

    /** Changes a part in place. */
    void change(List<Act> part, Place place);

    /** Nothing is changed. */
    Edit NONE = (part, place) -> {};

    /** The rank makes one call more, made like the target's, and waits for it. */
    static Edit add(UnaryOperator<Request> changed) {
        return (part, place) -> {
            int at = place.find(part, place.target());
            Act.Issue target = (Act.Issue) part.get(at);
            part.add(
                    at,
                    new Act.Issue(
                            target.group(), changed.apply(target.request()).at(place.extra())));
        };
    }

    /** The rank makes its target differently. */
    static Edit replace(UnaryOperator<Request> changed) {
        return (part, place) -> replace(part, place.find(part, place.target()), changed);
    }

    /** The rank makes the call at this site differently. */
    static Edit replaceAt(Site site, UnaryOperator<Request> changed) {
        return (part, place) -> replace(part, place.find(part, site), changed);
    }

    private static void replace(List<Act> part, int at, UnaryOperator<Request> changed) {
        Act.Issue target = (Act.Issue) part.get(at);
        part.set(at, new Act.Issue(target.group(), changed.apply(target.request())));
    }

    /** The rank leaves its target out. */
    static Edit remove() {
        return (part, place) -> part.remove(place.find(part, place.target()));
    }

    /** The rank leaves out the first that it has of these calls. */
    static Edit removeAt(Site... sites) {
        return (part, place) -> part.remove(place.find(part, sites));
    }

    /** The rank makes two calls in the other order. */
    static Edit swap(Site one, Site other) {
        return (part, place) -> Collections.swap(part, place.find(part, one), place.find(part, other));
    }

    /** The rank never comes to its target. */
    static Edit halt(Act.Manner manner, Site site) {
        return (part, place) -> part.add(place.find(part, place.target()), new Act.Halt(manner, site));
    }
}
