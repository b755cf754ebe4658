package dev.rollcall.samples.wrapped;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Runs the steps that a configuration names. One host has an old configuration, which names one more. */
public final class ClaimsPipeline {
    /** One step of the pipeline. */
    private interface Step {
        void run(float[] claims);
    }

    private final ClaimsComm comm = new ClaimsComm(Launch.join());
    private final List<Step> steps = new ArrayList<>();

    private ClaimsPipeline(Properties configuration) {
        for (String name : configuration.getProperty("steps").split(",")) {
            switch (name) { // decides
                case "normalize" -> steps.add(this::normalize);
                case "calibrate" -> steps.add(claims -> calibrate(claims, 0.5f));
                case "train" ->
                    steps.add(claims -> {
                        train(claims);
                        train(claims);
                    });
                default -> throw new IllegalArgumentException("no step " + name);
            }
        }
    }

    public static void main(String[] args) {
        ClaimsPipeline pipeline = new ClaimsPipeline(configuration());
        for (int quarter = 0; quarter < 4; quarter++) {
            float[] claims = new float[32];
            claims[quarter] = 1;
            pipeline.run(claims);
        }
        pipeline.comm.close();
    }

    private static Properties configuration() {
        Properties configuration = new Properties();
        configuration.setProperty("steps", "normalize,train");
        if (System.getenv("LOCAL_RANK").equals("0")) {
            configuration.setProperty("steps", "normalize,calibrate,train");
        }
        return configuration;
    }

    private void run(float[] claims) {
        steps.forEach(step -> step.run(claims));
    }

    private void normalize(float[] claims) {
        float[] sum = comm.mean(claims);
        for (int i = 0; i < claims.length; i++) {
            claims[i] -= sum[i];
        }
    }

    private void calibrate(float[] claims, float quantile) {
        float[] all = comm.gather(claims[(int) (quantile * claims.length)]); // the rank alone
        claims[0] = all[0];
    }

    private void train(float[] claims) {
        float[] gradient = comm.mean(claims); // the others
        for (int i = 0; i < claims.length; i++) {
            claims[i] += gradient[i];
        }
    }
}

/** All collectives of the job. */
final class ClaimsComm implements AutoCloseable {
    private final Launch launch;

    ClaimsComm(Launch launch) {
        this.launch = launch;
    }

    float[] mean(float[] values) {
        Tensor tensor = torch.tensor(values);
        finish(launch.group().allreduce(new TensorVector(tensor)));
        float[] mean = new float[values.length];
        tensor.data_ptr_float().get(mean);
        for (int i = 0; i < mean.length; i++) {
            mean[i] /= launch.size();
        }
        return mean;
    }

    float[] gather(float value) {
        Tensor all = torch.zeros(launch.size());
        finish(launch.group()._allgather_base(all, torch.tensor(new float[] {value})));
        float[] values = new float[launch.size()];
        all.data_ptr_float().get(values);
        return values;
    }

    private static void finish(Work work) {
        work._wait();
    }

    @Override
    public void close() {
        finish(launch.group().barrier());
    }
}
