package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedGroup;
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
public record FaultPlace(int rank, int step, int layer, Kind kind) {

    /** A kind of group, and its call that a fault strikes. */
    public enum Kind {
        DATA(ScriptLine.PROJECTION_GRADIENT, ScriptLine.GRADIENT_METRIC),
        TENSOR(ScriptLine.SHARD_FORWARD, ScriptLine.SHARD_METRIC),
        WORLD(ScriptLine.LOSS, ScriptLine.LOSS_METRIC);

        private final ScriptLine site;
        private final ScriptLine extra;

        Kind(ScriptLine site, ScriptLine extra) {
            this.site = site;
            this.extra = extra;
        }

        /** Returns the name that users type. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the same in another step. */
    FaultPlace in(int another) {
        return new FaultPlace(rank, another, layer, kind);
    }

    /** Returns the call that the fault strikes, where it lets choose. */
    ScriptLine target() {
        return kind.site;
    }

    /** Returns where the rank makes a call more, if it does: shortly before the target. */
    ScriptLine extra() {
        return kind.extra;
    }

    /**
     * Returns where in a part of the rank's program the first of some calls is.
     *
     * @throws NoSuchElementException if it makes none of them
     */
    int find(List<ProgramAction> part, ScriptLine... sites) {
        for (ScriptLine site : sites) {
            for (int i = 0; i < part.size(); i++) {
                if (part.get(i) instanceof ProgramAction.Issue issue
                        && issue.request().site() == site
                        && (issue.request().layer() < 0 || issue.request().layer() == layer)) {
                    return i;
                }
            }
        }
        throw new NoSuchElementException("rank " + rank + " makes no such call in this layout and step");
    }

    /** Returns the group of an issue in a part. */
    static SimulatedGroup group(List<ProgramAction> part, int index) {
        return ((ProgramAction.Issue) part.get(index)).group();
    }
}
