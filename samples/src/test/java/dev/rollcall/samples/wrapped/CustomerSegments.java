package dev.rollcall.samples.wrapped;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** K-means. Each rank compares its own points' movement with the tolerance, so that one stops before the others. */
public final class CustomerSegments {
    private static final int SEGMENTS = 8;
    private static final int MOST_ROUNDS = 30;
    private static final double TOLERANCE = 0.05;

    private final SegmentCalls calls;
    private final double[] points;
    private float[] centres = new float[SEGMENTS];
    private final float[] sums = new float[SEGMENTS];
    private final float[] counts = new float[SEGMENTS];

    private CustomerSegments(Launch launch) {
        calls = new SegmentCalls(launch);
        points = new Random(launch.rank())
                .doubles(400, 0, launch.rank() == 1 ? 4 : 10)
                .toArray();
    }

    public static void main(String[] args) {
        CustomerSegments job = new CustomerSegments(Launch.join());
        job.start();
        int rounds = job.cluster();
        job.finish(rounds);
    }

    private void start() {
        for (int i = 0; i < SEGMENTS; i++) {
            centres[i] = i;
        }
        centres = calls.sum(centres);
    }

    private int cluster() {
        double before = Double.MAX_VALUE;
        int round = 0;
        while (round < MOST_ROUNDS) {
            double spread = assign();
            if (before - spread < TOLERANCE) { // decides
                System.out.println("converged after " + round + " rounds");
                break;
            }
            before = spread;
            move();
            round++;
        }
        return round;
    }

    private double assign() {
        double spread = 0;
        Arrays.fill(sums, 0);
        Arrays.fill(counts, 0);
        for (double point : points) {
            int nearest = 0;
            for (int i = 1; i < SEGMENTS; i++) {
                if (Math.abs(point - centres[i]) < Math.abs(point - centres[nearest])) {
                    nearest = i;
                }
            }
            sums[nearest] += (float) point;
            counts[nearest]++;
            spread += Math.abs(point - centres[nearest]);
        }
        return spread;
    }

    private void move() {
        float[] total = calls.sum(sums.clone()); // the others go on
        float[] members = calls.sum(counts.clone());
        for (int i = 0; i < SEGMENTS; i++) {
            centres[i] = total[i] / Math.max(1, members[i]);
        }
    }

    private void finish(int rounds) {
        float[] all = calls.gather(rounds); // the rank is here already
        System.out.println("rounds " + all[0]);
        calls.meet();
    }
}

/** Repeats what fails for a moment. */
final class SegmentCalls {
    private static final int ATTEMPTS = 3;

    private final Launch launch;

    SegmentCalls(Launch launch) {
        this.launch = launch;
    }

    float[] sum(float[] values) {
        Tensor tensor = torch.tensor(values);
        call("sum", () -> launch.group().allreduce(new TensorVector(tensor)));
        tensor.data_ptr_float().get(values);
        return values;
    }

    float[] gather(float value) {
        Tensor all = torch.zeros(launch.size());
        call("gather", () -> launch.group()._allgather_base(all, torch.tensor(new float[] {value})));
        float[] values = new float[launch.size()];
        all.data_ptr_float().get(values);
        return values;
    }

    void meet() {
        call("meet", () -> launch.group().barrier());
    }

    private void call(String name, Supplier<Work> collective) {
        IllegalStateException last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                collective.get()._wait();
                return;
            } catch (IllegalStateException failed) {
                System.err.println(name + " failed, attempt " + attempt);
                last = failed;
            }
        }
        throw last;
    }
}
