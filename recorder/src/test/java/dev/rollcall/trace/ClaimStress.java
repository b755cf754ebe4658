package dev.rollcall.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Claims: a reader never sees part of an event, and no two threads own one slot. */
@SuppressWarnings("this-escape") // only jcstress makes the states, and no class extends them
public final class ClaimStress {
    private ClaimStress() {}

    /** A reader beside the first writer of a slot. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "not there yet")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "complete")
    @Outcome(expect = FORBIDDEN, desc = "torn")
    @State
    public static class FirstUse extends StressState {
        @Actor
        public void write() {
            publish(1);
        }

        @Actor
        public void read(I_Result result) {
            result.r1 = value(reader.event(0));
        }
    }

    /** A reader beside a writer that reuses a slot. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "being written")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the old call")
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "the new call")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the old call, then the new one")
    @Outcome(expect = FORBIDDEN, desc = "torn")
    @State
    public static class Reuse extends StressState {
        private final long old = publish(1);

        /** Creates the state. */
        public Reuse() {
            ring.completed(old, 0);
            turnTo(SLOTS);
        }

        @Actor
        public void write() {
            publish(2);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = value(reader.event(old));
            result.r2 = value(reader.event(SLOTS));
        }
    }

    /** Two writers, a whole turn apart, claim the same slot. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "both complete, in two slots")
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "the later overwrote the earlier")
    @Outcome(expect = FORBIDDEN, desc = "lost or torn")
    @State
    public static class SameSlot extends StressState {
        private volatile long first;
        private volatile long second;

        @Actor
        public void late() {
            first = publish(1);
        }

        @Actor
        public void wrapped() {
            turnTo(SLOTS);
            second = publish(2);
        }

        @Arbiter
        public void read(II_Result result) {
            result.r1 = value(reader.event(first));
            result.r2 = value(reader.event(second));
            if (result.r1 == 0 && value(lane().carriedCall()) == 1) {
                result.r1 = 1;
            }
        }
    }
}
