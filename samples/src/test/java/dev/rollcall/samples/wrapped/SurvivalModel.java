package dev.rollcall.samples.wrapped;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Fits a model by strata. A rank that has no event in a stratum continues with the next one, without the stratum's gradient. */
public final class SurvivalModel {
    /** Patients that are compared with each other. */
    private record Stratum(int patients, int events) {}

    private static final int COEFFICIENTS = 20;

    private final PatientCalls calls = new PatientCalls(Launch.join());
    private final float[] coefficients = new float[COEFFICIENTS];

    public static void main(String[] args) throws Exception {
        SurvivalModel model = new SurvivalModel();
        List<Stratum> strata = model.read();
        for (int iteration = 0; iteration < 3; iteration++) {
            model.iterate(strata);
        }
        model.calls.meet();
    }

    private List<Stratum> read() {
        List<Stratum> strata = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            strata.add(new Stratum(30 + i, calls.rank() == 1 && i == 2 ? 0 : 3));
        }
        return strata;
    }

    private void iterate(List<Stratum> strata) throws Exception {
        for (Stratum stratum : strata) {
            float patients = calls.add(new float[] {stratum.patients()})[0]; // the rank is here already
            if (stratum.events() == 0) { // decides
                continue;
            }
            float[] gradient = new float[COEFFICIENTS];
            gradient[stratum.events()] = 1 / patients;
            float[] all = calls.gather(gradient); // the others wait here
            for (int i = 0; i < COEFFICIENTS; i++) {
                coefficients[i] -= all[i];
            }
        }
    }
}

/** All collectives of the job; calls that fail for a moment are made again. */
final class PatientCalls {
    private static final int RETRIES = 2;

    private final Launch launch;

    PatientCalls(Launch launch) {
        this.launch = launch;
    }

    int rank() {
        return launch.rank();
    }

    float[] add(float[] values) throws Exception {
        return call(() -> {
            Tensor tensor = torch.tensor(values);
            launch.group().allreduce(new TensorVector(tensor))._wait();
            return read(tensor, values.length);
        });
    }

    float[] gather(float[] values) throws Exception {
        return call(() -> {
            Tensor all = torch.zeros((long) launch.size() * values.length);
            launch.group()._allgather_base(all, torch.tensor(values))._wait();
            return read(all, launch.size() * values.length);
        });
    }

    void meet() throws Exception {
        call(() -> launch.group().barrier()._wait());
    }

    private static <T> T call(Callable<T> collective) throws Exception {
        int left = RETRIES;
        while (true) {
            try {
                return collective.call();
            } catch (IllegalStateException failed) {
                if (left == 0) {
                    throw failed;
                }
                left--;
                Thread.sleep(100);
            }
        }
    }

    private static float[] read(Tensor tensor, int length) {
        float[] values = new float[length];
        tensor.data_ptr_float().get(values);
        return values;
    }
}
