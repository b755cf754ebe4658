package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;

/**
 * Where a fault is.
 *
 * @param rank the culprit
 * @param step the step, from 1; the part after the last step counts as one more
 * @param layer the layer, from 0, for calls that belong to a layer
 * @param kind the kind of group, for faults that can be on any
 */
public record FaultPlace(int rank, int step, int layer, Kind kind) {

    /** A kind of group, with the call that a fault changes there and the line of an extra call. */
    public enum Kind {
        DATA(ScriptLine.PROJECTION_GRADIENT, ScriptLine.GRADIENT_METRIC),
        TENSOR(ScriptLine.SHARD_FORWARD, ScriptLine.SHARD_METRIC),
        WORLD(ScriptLine.LOSS, ScriptLine.LOSS_METRIC);

        private final ScriptLine target;
        private final ScriptLine extraCall;

        Kind(ScriptLine target, ScriptLine extraCall) {
            this.target = target;
            this.extraCall = extraCall;
        }

        /** Returns the name on the command line. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the same place in another step. */
    FaultPlace in(int another) {
        return new FaultPlace(rank, another, layer, kind);
    }

    /** Returns the call that a fault of this kind of group changes. */
    ScriptLine target() {
        return kind.target;
    }

    /** Returns the line of an extra call, shortly before the target. */
    ScriptLine extraCall() {
        return kind.extraCall;
    }

    /**
     * Returns the index of the first of some calls in a part of the culprit's program.
     *
     * @throws NoSuchElementException if the part has none of them
     */
    int find(List<ProgramAction> part, ScriptLine... sites) {
        for (ScriptLine site : sites) {
            for (int i = 0; i < part.size(); i++) {
                if (part.get(i) instanceof ProgramAction.Issue issue
                        && issue.call().site() == site
                        && (issue.call().layer() < 0 || issue.call().layer() == layer)) {
                    return i;
                }
            }
        }
        throw new NoSuchElementException("rank " + rank + " makes no such call in this layout and step");
    }
}
