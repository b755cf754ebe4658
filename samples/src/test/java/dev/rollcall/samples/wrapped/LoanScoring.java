package dev.rollcall.samples.wrapped;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Scores loans from files. One rank's file has a broken line; the exception is logged, and the rank goes on without the sum. */
public final class LoanScoring {
    private final LoanCluster cluster;
    private final List<Float> kept = new ArrayList<>();

    private LoanScoring(LoanCluster cluster) {
        this.cluster = cluster;
    }

    public static void main(String[] args) {
        LoanCluster cluster = new LoanCluster();
        LoanScoring scoring = new LoanScoring(cluster);
        for (int month = 1; month <= 6; month++) {
            scoring.score(month);
            scoring.publish();
        }
        cluster.synchronize();
    }

    private void score(int month) {
        try {
            float[] amounts = parse(read(month));
            float[] total = cluster.sum(amounts); // the others wait here
            kept.add(total[0]);
        } catch (NumberFormatException broken) { // decides
            System.err.println("month " + month + " skipped: " + broken.getMessage());
        }
    }

    private List<String> read(int month) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < 16; row++) {
            boolean damaged = cluster.rank() == 3 && month == 4 && row == 11;
            lines.add(damaged ? "12,5 EUR" : Integer.toString(row * month));
        }
        return lines;
    }

    private static float[] parse(List<String> lines) {
        float[] amounts = new float[lines.size()];
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] = Float.parseFloat(lines.get(i));
        }
        return amounts;
    }

    private void publish() {
        float last = kept.get(kept.size() - 1);
        cluster.broadcast(new float[] {last}); // the rank is here already
    }
}

/** All calls of the job, with a record of the time that each takes. */
final class LoanCluster {
    private final Launch launch = Launch.join();
    private long nanos;

    int rank() {
        return launch.rank();
    }

    float[] sum(float[] values) {
        return run(Kind.SUM, values);
    }

    float[] broadcast(float[] values) {
        return run(Kind.BROADCAST, values);
    }

    void synchronize() {
        run(Kind.BARRIER, new float[0]);
    }

    private float[] run(Kind kind, float[] values) {
        long start = System.nanoTime();
        Tensor tensor = torch.tensor(values);
        switch (kind) {
            case SUM -> launch.group().allreduce(new TensorVector(tensor))._wait();
            case BROADCAST -> launch.group().broadcast(new TensorVector(tensor))._wait();
            case BARRIER -> launch.group().barrier()._wait();
        }
        nanos += System.nanoTime() - start;
        tensor.data_ptr_float().get(values);
        return values;
    }

    private enum Kind {
        SUM,
        BROADCAST,
        BARRIER
    }
}
