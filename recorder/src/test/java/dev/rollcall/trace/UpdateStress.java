package dev.rollcall.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Updates: each happens once, to its own call, in the slot or in the carried copy. */
@SuppressWarnings("this-escape") // only jcstress makes the states, and no class extends them
public final class UpdateStress {
    private UpdateStress() {}

    /** Two threads record different ends of one call. */
    @JCStressTest
    @Outcome(
            id = {"true, false, 7", "false, true, 8"},
            expect = ACCEPTABLE,
            desc = "one of the two")
    @Outcome(expect = FORBIDDEN, desc = "both or none, or one's time with the other's outcome")
    @State
    public static class TwoEnds extends StressState {
        private final long position = publish(1);

        @Actor
        public void complete(ZZI_Result result) {
            result.r1 = ring.completed(position, 7);
        }

        @Actor
        public void fail(ZZI_Result result) {
            result.r2 = ring.failed(position, 8, 0);
        }

        @Arbiter
        public void read(ZZI_Result result) {
            CallEvent call = (CallEvent) reader.event(position);
            result.r3 = call.completed() == result.r1 && call.failed() == result.r2 ? (int) call.ended() : -1;
        }
    }

    /** One thread records the start, another the end. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both are there")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    @State
    public static class StartAndEnd extends StressState {
        private final long position = publish(1);

        @Actor
        public void start() {
            ring.started(position, 5);
        }

        @Actor
        public void complete() {
            ring.completed(position, 7);
        }

        @Arbiter
        public void read(ZZ_Result result) {
            CallEvent call = (CallEvent) reader.event(position);
            result.r1 = call.hasStarted() && call.started() == 5;
            result.r2 = call.completed() && call.ended() == 7;
        }
    }

    /** A reader that sees the state of an update also sees its time. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "5, 0", "5, 7"},
            expect = ACCEPTABLE,
            desc = "the updates so far")
    @Outcome(expect = FORBIDDEN, desc = "a state without its time")
    @State
    public static class ReadBesideUpdate extends StressState {
        private final long position = publish(1);

        @Actor
        public void update() {
            ring.started(position, 5);
            ring.completed(position, 7);
        }

        @Actor
        public void read(II_Result result) {
            CallEvent call = (CallEvent) reader.event(position);
            result.r1 = call.hasStarted() ? (int) call.started() : 0;
            result.r2 = call.completed() ? (int) call.ended() : 0;
        }
    }

    /** A call ends while its slot is being reused. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "ended, reused, and nothing pending is left")
    @Outcome(expect = FORBIDDEN, desc = "the end is lost, recorded twice, or recorded for the new call")
    @State
    public static class EndBesideReuse extends StressState {
        private final long old = publish(1);
        private volatile long fresh;

        /** Creates the state. */
        public EndBesideReuse() {
            turnTo(SLOTS);
        }

        @Actor
        public void complete(III_Result result) {
            result.r1 = ring.completed(old, 7) ? 1 : 0;
        }

        @Actor
        public void reuse() {
            fresh = publish(2);
        }

        @Arbiter
        public void read(III_Result result) {
            CallEvent call = (CallEvent) reader.event(fresh);
            result.r2 = call.pending() && call.ended() == 0 ? value(call) : -1;
            CallEvent left = (CallEvent) reader.event(old);
            boolean pending = left != null && left.pending() || lane().carried() != null;
            result.r3 = pending || lane().oldestPending() != fresh ? 1 : 0;
        }
    }

    /** A reader always finds a pending call while its slot is being reused. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "in its slot or carried, at any instant")
    @Outcome(expect = FORBIDDEN, desc = "lost or torn")
    @State
    public static class CarriedAtAnyInstant extends StressState {
        private final long old = publish(1);

        /** Creates the state. */
        public CarriedAtAnyInstant() {
            turnTo(SLOTS);
        }

        @Actor
        public void reuse() {
            publish(2);
        }

        @Actor
        public void read(II_Result result) {
            result.r1 = find();
            result.r2 = find();
        }

        private int find() {
            int inSlot = value(reader.event(old));
            return inSlot == 0 ? value(lane().carriedCall()) : inSlot;
        }
    }
}
