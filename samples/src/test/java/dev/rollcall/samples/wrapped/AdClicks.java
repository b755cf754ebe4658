package dev.rollcall.samples.wrapped;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Predicts clicks. Rank 0 has a subclass of the task, whose end of an epoch has a collective that the others' has not. */
public final class AdClicks {
    private final ClicksComm comm = new ClicksComm(Launch.join());

    public static void main(String[] args) {
        AdClicks job = new AdClicks();
        ClickTask task = job.task();
        for (int epoch = 0; epoch < 4; epoch++) {
            task.beginEpoch();
            for (int batch = 0; batch < 3; batch++) {
                task.train(batch);
            }
            task.endEpoch(epoch);
        }
        job.comm.barrier();
    }

    private ClickTask task() {
        return comm.rank() == 0 ? new ReportingTask(comm) : new ClickTask(comm); // decides
    }
}

/** What every rank does. */
class ClickTask {
    protected final ClicksComm comm;
    protected float loss = 1;

    ClickTask(ClicksComm comm) {
        this.comm = comm;
    }

    void beginEpoch() {
        comm.broadcast(new float[16]); // the others
    }

    void train(int batch) {
        float[] gradient = new float[16];
        gradient[batch] = loss;
        loss = 0.9f * loss + 0.001f * comm.allReduce(gradient)[batch];
    }

    void endEpoch(int epoch) {
        loss *= 0.99f;
    }
}

/** What rank 0 does. */
final class ReportingTask extends ClickTask {
    ReportingTask(ClicksComm comm) {
        super(comm);
    }

    @Override
    void endEpoch(int epoch) {
        super.endEpoch(epoch);
        float mean = average();
        System.out.println("epoch " + epoch + ": mean loss " + mean);
    }

    private float average() {
        return comm.allReduce(new float[] {loss})[0] / comm.size(); // the rank alone
    }
}

/** All collectives of the job. */
final class ClicksComm {
    private final Launch launch;

    ClicksComm(Launch launch) {
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
        launch.group().allreduce(new TensorVector(tensor))._wait();
        return read(tensor, values.length);
    }

    float[] broadcast(float[] values) {
        Tensor tensor = torch.tensor(values);
        launch.group().broadcast(new TensorVector(tensor))._wait();
        return read(tensor, values.length);
    }

    void barrier() {
        launch.group().barrier()._wait();
    }

    private static float[] read(Tensor tensor, int length) {
        float[] values = new float[length];
        tensor.data_ptr_float().get(values);
        return values;
    }
}
