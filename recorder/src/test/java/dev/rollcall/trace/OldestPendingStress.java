package dev.rollcall.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** A lane's oldest pending call, while calls are published and ended. */
@SuppressWarnings("this-escape") // only jcstress makes the states, and no class extends them
public final class OldestPendingStress {
    private OldestPendingStress() {}

    /** The oldest pending call ends while a younger one is published. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the younger call is the oldest now")
    @Outcome(expect = FORBIDDEN, desc = "the lane names another call")
    @State
    public static class OldestEnds extends StressState {
        private final long old = publish(1);

        @Actor
        public void complete() {
            ring.completed(old, 7);
        }

        @Actor
        public void younger() {
            publish(2);
        }

        @Arbiter
        public void read(J_Result result) {
            result.r1 = lane().oldestPending();
        }
    }

    /** Two calls of one communicator are published at once, and the older one ends. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "0, 0"},
            expect = ACCEPTABLE,
            desc = "the other call is the oldest")
    @Outcome(expect = FORBIDDEN, desc = "the lane names another call")
    @State
    public static class OldestOfTwo extends StressState {
        private volatile long pending;

        @Actor
        public void brief() {
            ring.completed(publish(1), 7);
        }

        @Actor
        public void lasting() {
            pending = publish(2);
        }

        @Arbiter
        public void read(II_Result result) {
            result.r1 = (int) lane().oldestPending();
            result.r2 = (int) pending;
        }
    }

    /** The oldest pending call ends while a thread publishes two younger ones. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "the older of the two is the oldest now")
    @Outcome(expect = FORBIDDEN, desc = "the lane names another call, or none")
    @State
    public static class OldestEndsBesideTwo extends StressState {
        private final long old = publish(1);
        private volatile long second;

        @Actor
        public void complete() {
            ring.completed(old, 7);
        }

        @Actor
        public void publishTwo() {
            second = publish(2);
            publish(3);
        }

        @Arbiter
        public void read(J_Result result) {
            result.r1 = lane().oldestPending() - second;
        }
    }

    /** The same with two publishers, which needs three cores. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "the older of the two is the oldest now")
    @Outcome(expect = FORBIDDEN, desc = "the lane names another call, or none")
    @State
    public static class OldestEndsBesideTwoPublishers extends StressState {
        private final long old = publish(1);
        private volatile long second;
        private volatile long third;

        @Actor
        public void complete() {
            ring.completed(old, 7);
        }

        @Actor
        public void publishes() {
            second = publish(2);
        }

        @Actor
        public void publishesAsWell() {
            third = publish(3);
        }

        @Arbiter
        public void read(J_Result result) {
            result.r1 = lane().oldestPending() - Math.min(second, third);
        }
    }
}
