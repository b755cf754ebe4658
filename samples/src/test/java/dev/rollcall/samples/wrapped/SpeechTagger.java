package dev.rollcall.samples.wrapped;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Validates after some steps, batch by batch. One rank has a batch without labels, which a filter leaves out. */
public final class SpeechTagger {
    /** Some sentences. */
    private record Batch(int number, boolean labelled) {}

    private final TaggerComm comm = new TaggerComm(Launch.join());
    private final List<Batch> validation = IntStream.range(0, 5)
            .mapToObj(number -> new Batch(number, comm.rank() != 2 || number != 4))
            .toList();

    public static void main(String[] args) {
        new SpeechTagger().train(9);
    }

    private void train(int steps) {
        for (int step = 1; step <= steps; step++) {
            comm.add(new float[] {step, 1, 2, 3}); // the rank is here already
            due(step).ifPresent(this::validate);
        }
        comm.close();
    }

    private static Optional<Integer> due(int step) {
        return step % 4 == 0 ? Optional.of(step) : Optional.empty();
    }

    private void validate(int step) {
        validation.stream().filter(Batch::labelled).forEach(this::score); // decides
        System.out.println("validated after step " + step);
    }

    private void score(Batch batch) {
        float[] right = comm.collect(0.1f * batch.number()); // the others go on
        System.out.println("batch " + batch.number() + ": " + right[0]);
    }
}

/** All collectives of the job. */
final class TaggerComm {
    private final Launch launch;

    TaggerComm(Launch launch) {
        this.launch = launch;
    }

    int rank() {
        return launch.rank();
    }

    void add(float[] values) {
        guarded(() ->
                launch.group().allreduce(new TensorVector(torch.tensor(values)))._wait());
    }

    float[] collect(float value) {
        Tensor all = torch.zeros(launch.size());
        guarded(() -> launch.group()
                ._allgather_base(all, torch.tensor(new float[] {value}))
                ._wait());
        float[] values = new float[launch.size()];
        all.data_ptr_float().get(values);
        return values;
    }

    void close() {
        guarded(() -> launch.group().barrier()._wait());
    }

    private static void guarded(Runnable collective) {
        try {
            collective.run();
        } catch (RuntimeException failed) {
            throw new IllegalStateException("a collective failed", failed);
        }
    }
}
