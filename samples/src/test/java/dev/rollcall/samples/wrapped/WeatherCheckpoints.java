package dev.rollcall.samples.wrapped;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Forecasts, and saves its state on a thread of its own. One host's environment sets a shorter interval. */
public final class WeatherCheckpoints {
    private final WeatherComm comm = new WeatherComm(Launch.join());
    private final CheckpointService checkpoints;
    private final float[] state = new float[48];

    private WeatherCheckpoints() {
        checkpoints = new CheckpointService(comm, comm.rank() == 1 ? 3 : 5);
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        WeatherCheckpoints forecast = new WeatherCheckpoints();
        try {
            forecast.run(12);
        } finally {
            forecast.checkpoints.shutdown();
        }
    }

    private void run(int hours) throws InterruptedException, ExecutionException {
        for (int hour = 1; hour <= hours; hour++) {
            advance();
            checkpoints.tick(hour, state);
        }
    }

    private void advance() {
        for (int level = 0; level < 2; level++) {
            float[] edges = comm.exchange(state); // the others
            for (int i = 0; i < state.length; i++) {
                state[i] = 0.5f * (state[i] + edges[i]) + level;
            }
        }
    }
}

/** Saves the state now and then. */
final class CheckpointService {
    private final WeatherComm comm;
    private final int interval;
    private final ExecutorService writer = Executors.newSingleThreadExecutor();
    private int last;

    CheckpointService(WeatherComm comm, int interval) {
        this.comm = comm;
        this.interval = interval;
    }

    /** Saves the state if it is time, and waits until it is saved. */
    void tick(int hour, float[] state) throws InterruptedException, ExecutionException {
        if (hour - last >= interval) { // decides
            Future<?> saved = writer.submit(() -> save(hour, state));
            saved.get();
            last = hour;
        }
    }

    private void save(int hour, float[] state) {
        System.out.println("hour " + hour + ": writing " + state.length + " numbers");
        comm.barrier(); // the rank alone
    }

    void shutdown() {
        writer.shutdown();
    }
}

/** All collectives of the job. */
final class WeatherComm {
    private final Launch launch;

    WeatherComm(Launch launch) {
        this.launch = launch;
    }

    int rank() {
        return launch.rank();
    }

    synchronized float[] exchange(float[] values) {
        Tensor tensor = torch.tensor(values);
        launch.group().allreduce(new TensorVector(tensor))._wait();
        float[] result = new float[values.length];
        tensor.data_ptr_float().get(result);
        return result;
    }

    synchronized void barrier() {
        launch.group().barrier()._wait();
    }
}
