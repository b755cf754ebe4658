package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.Act;
import dev.rollcall.samples.generate.program.Group;
import dev.rollcall.samples.generate.program.Site;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;

/**
 * Where a fault strikes.
 *
 * @param rank the rank that does wrong
 * @param step the step in which it does, from 1; one more than there are for what comes after them
 * @param layer the layer in which it does, from 0, where the call belongs to one
 * @param kind the kind of group on which it does, where the fault lets choose
 */
public record Place(int rank, int step, int layer, Kind kind) {

    /** A kind of group, and its call that a fault strikes. */
    public enum Kind {
        DATA(Site.PROJECTION_GRADIENT, Site.GRADIENT_METRIC),
        TENSOR(Site.SHARD_FORWARD, Site.SHARD_METRIC),
        WORLD(Site.LOSS, Site.LOSS_METRIC);

        private final Site site;
        private final Site extra;

        Kind(Site site, Site extra) {
            this.site = site;
            this.extra = extra;
        }

        /** Returns the name that users type. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the same in another step. */
    Place in(int another) {
        return new Place(rank, another, layer, kind);
    }

    /** Returns the call that the fault strikes, where it lets choose. */
    Site target() {
        return kind.site;
    }

    /** Returns where the rank makes a call more, if it does: shortly before the target. */
    Site extra() {
        return kind.extra;
    }

    /**
     * Returns where in a part of the rank's program the first of some calls is.
     *
     * @throws NoSuchElementException if it makes none of them
     */
    int find(List<Act> part, Site... sites) {
        for (Site site : sites) {
            for (int i = 0; i < part.size(); i++) {
                if (part.get(i) instanceof Act.Issue issue
                        && issue.request().site() == site
                        && (issue.request().layer() < 0 || issue.request().layer() == layer)) {
                    return i;
                }
            }
        }
        throw new NoSuchElementException("rank " + rank + " makes no such call in this layout and step");
    }

    /** Returns the group of an issue in a part. */
    static Group group(List<Act> part, int index) {
        return ((Act.Issue) part.get(index)).group();
    }
}
