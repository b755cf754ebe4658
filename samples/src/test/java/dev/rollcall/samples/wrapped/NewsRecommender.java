package dev.rollcall.samples.wrapped;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Learns what readers like. After each epoch the error on held-out readers is gathered; one rank has none of them left in one epoch. */
public final class NewsRecommender {
    private static final int FACTORS = 64;
    private static final int EPOCHS = 5;

    private final NewsComm comm;
    private final Readers readers;
    private final float[] factors = new float[FACTORS];

    NewsRecommender(NewsComm comm) {
        this.comm = comm;
        this.readers = new Readers(comm.rank());
    }

    public static void main(String[] args) {
        NewsRecommender job = new NewsRecommender(new NewsComm(Launch.join()));
        job.fit();
    }

    private void fit() {
        comm.barrier();
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            for (int batch = 0; batch < 3; batch++) {
                step(readers.batch());
            }
            endOfEpoch(epoch);
        }
        comm.barrier();
    }

    private void step(float[] gradient) {
        float[] sum = comm.allReduce(gradient); // the rank is here already
        for (int i = 0; i < FACTORS; i++) {
            factors[i] -= 0.01f * sum[i] / comm.size();
        }
    }

    private void endOfEpoch(int epoch) {
        List<Integer> heldOut = readers.heldOut(epoch);
        report(epoch, heldOut);
        readers.shuffle();
    }

    private void report(int epoch, List<Integer> heldOut) {
        if (heldOut.isEmpty()) { // decides
            System.out.println("epoch " + epoch + ": no reader held out here");
            return;
        }
        float error = 0;
        for (int reader : heldOut) {
            error += Math.abs(factors[reader % FACTORS] - 1);
        }
        float[] errors = comm.allGather(error / heldOut.size()); // the others wait here
        System.out.println("epoch " + epoch + ": " + errors[0]);
    }
}

/** The readers of one rank. */
final class Readers {
    private final Random random;
    private final List<Integer> ids = new ArrayList<>();

    Readers(int rank) {
        random = new Random(rank);
        for (int i = 0; i < 40; i++) {
            ids.add(100 * rank + i);
        }
    }

    float[] batch() {
        float[] gradient = new float[64];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = random.nextFloat();
        }
        return gradient;
    }

    List<Integer> heldOut(int epoch) {
        return ids.stream()
                .filter(id -> epoch != 3 || id < 200 || id >= 300)
                .limit(4)
                .toList();
    }

    void shuffle() {
        Collections.shuffle(ids, random);
    }
}

/** All collectives of the job. */
final class NewsComm {
    private final Launch launch;

    NewsComm(Launch launch) {
        this.launch = launch;
    }

    int rank() {
        return launch.rank();
    }

    int size() {
        return launch.size();
    }

    float[] allReduce(float[] values) {
        Tensor tensor = torch.tensor(values);
        await(launch.group().allreduce(new TensorVector(tensor)));
        return read(tensor, values.length);
    }

    float[] allGather(float value) {
        Tensor all = torch.zeros(size());
        await(launch.group()._allgather_base(all, torch.tensor(new float[] {value})));
        return read(all, size());
    }

    void barrier() {
        await(launch.group().barrier());
    }

    private static float[] read(Tensor tensor, int length) {
        float[] values = new float[length];
        tensor.data_ptr_float().get(values);
        return values;
    }

    private static void await(Work work) {
        if (!work._wait()) {
            throw new IllegalStateException("the collective failed");
        }
    }
}
