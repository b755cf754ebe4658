package dev.rollcall.samples.wrapped;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Ranks pages in rounds. The ranks have roles, and the coordinator's side of one round calls another collective. */
public final class GraphRanking {
    private enum Role {
        COORDINATOR,
        READER,
        WORKER;

        static Role of(int rank) {
            return rank == 0 ? COORDINATOR : rank == 1 ? READER : WORKER;
        }
    }

    private final GraphComm comm = GraphComm.open();
    private final Role role = Role.of(comm.rank());
    private final float[] weights = new float[24];

    public static void main(String[] args) {
        GraphRanking job = new GraphRanking();
        for (int round = 0; round < 6; round++) {
            job.exchange();
            if (round % 3 == 2) {
                job.rebalance();
            }
        }
        job.comm.meet();
    }

    private void exchange() {
        float[] sums = comm.sum(weights.clone());
        for (int i = 0; i < weights.length; i++) {
            weights[i] = 0.85f * sums[i] / comm.size() + 0.15f;
        }
    }

    private void rebalance() {
        switch (role) { // decides
            case COORDINATOR:
                comm.spread(weights); // the coordinator
                break;
            case READER:
                weights[0]++;
                comm.sum(weights);
                break;
            default:
                comm.sum(weights); // the workers
        }
    }
}

/** All collectives of the job. */
final class GraphComm {
    private final Launch launch;

    private GraphComm(Launch launch) {
        this.launch = launch;
    }

    static GraphComm open() {
        return new GraphComm(Launch.join());
    }

    int rank() {
        return launch.rank();
    }

    int size() {
        return launch.size();
    }

    float[] sum(float[] values) {
        Tensor tensor = torch.tensor(values);
        return done(launch.group().allreduce(new TensorVector(tensor)), tensor, values);
    }

    float[] spread(float[] values) {
        Tensor tensor = torch.tensor(values);
        return done(launch.group().broadcast(new TensorVector(tensor)), tensor, values);
    }

    void meet() {
        launch.group().barrier()._wait();
    }

    private static float[] done(Work work, Tensor tensor, float[] values) {
        work._wait();
        tensor.data_ptr_float().get(values);
        return values;
    }
}
