package dev.rollcall.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Interning: equal content has one id, different content has different ids, and an id leads to complete content. */
@SuppressWarnings("this-escape") // only jcstress makes the states, and no class extends them
public final class InternStress {
    private InternStress() {}

    /** Two threads store the same stack. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "one id, complete content")
    @Outcome(expect = FORBIDDEN, desc = "two ids, or torn content")
    @State
    public static class Same extends StressState {
        private final HeapWriter heap = newHeap();
        private volatile int first;
        private volatile int second;

        @Actor
        public void one() {
            first = heap.stack(new int[] {1, 2, 3}, 3);
        }

        @Actor
        public void two() {
            second = heap.stack(new int[] {1, 2, 3}, 3);
        }

        @Arbiter
        public void read(ZZ_Result result) {
            result.r1 = first == second && first != 0;
            result.r2 = Arrays.equals(new int[] {1, 2, 3}, heapReader.frameIds(first));
        }
    }

    /** Two threads store different stacks. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "two ids, complete content")
    @Outcome(expect = FORBIDDEN, desc = "confused or torn")
    @State
    public static class Different extends StressState {
        private final HeapWriter heap = newHeap();
        private volatile int first;
        private volatile int second;

        @Actor
        public void one() {
            first = heap.stack(new int[] {1, 1}, 2);
        }

        @Actor
        public void two() {
            second = heap.stack(new int[] {2, 2}, 2);
        }

        @Arbiter
        public void read(II_Result result) {
            result.r1 = both(heapReader.frameIds(first));
            result.r2 = both(heapReader.frameIds(second));
        }

        private static int both(int[] frames) {
            return frames.length == 2 && frames[0] == frames[1] ? frames[0] : -1;
        }
    }

    /** A thread that gets the id of content that another thread stores finds the content complete. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "complete for both")
    @Outcome(expect = FORBIDDEN, desc = "torn")
    @State
    public static class FoundWhole extends StressState {
        private final HeapWriter heap = newHeap();

        @Actor
        public void one(II_Result result) {
            result.r1 = store();
        }

        @Actor
        public void two(II_Result result) {
            result.r2 = store();
        }

        private int store() {
            int[] frames = heapReader.frameIds(heap.stack(new int[] {1, 1, 1, 1}, 4));
            return frames.length == 4 && frames[0] + frames[1] + frames[2] + frames[3] == 4 ? 1 : -1;
        }
    }
}
