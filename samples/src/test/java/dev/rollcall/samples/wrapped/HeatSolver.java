package dev.rollcall.samples.wrapped;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * Solves a heat equation by steps of time. All ranks end the relaxation of a step together, but each chooses the length of its
 * steps by its own cells, so that one is at the end before the others.
 */
public final class HeatSolver {
    private static final double END = 1.0;
    private static final double RESIDUAL = 0.02;

    private final HeatComm comm = new HeatComm(Launch.join());
    private final float[] cells = new float[40];

    public static void main(String[] args) {
        HeatSolver solver = new HeatSolver();
        solver.comm.meet();
        solver.integrate();
        solver.write();
    }

    private void integrate() {
        double time = 0;
        int step = 0;
        while (time < END) { // decides
            relax();
            double length = stableLength();
            time += length;
            step++;
            energy(step);
        }
    }

    private void relax() {
        double residual = 1;
        for (int sweep = 0; sweep < 50 && residual > RESIDUAL; sweep++) {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = 0.5f * cells[i] + 0.1f;
            }
            residual = comm.largest(1.0 / (1 << sweep)); // the others go on
        }
    }

    private double stableLength() {
        return comm.rank() == 3 ? 0.3 : 0.2;
    }

    private void energy(int step) {
        double sum = comm.sum(cells[step % cells.length]);
        System.out.println("step " + step + ": energy " + sum);
    }

    private void write() {
        comm.spread(cells); // the rank is here already
        comm.meet();
    }
}

/** All collectives of the job. */
final class HeatComm {
    private final Launch launch;

    HeatComm(Launch launch) {
        this.launch = launch;
    }

    int rank() {
        return launch.rank();
    }

    double sum(double value) {
        return reduce(value);
    }

    double largest(double value) {
        return reduce(value) / launch.size();
    }

    private double reduce(double value) {
        Tensor tensor = torch.tensor(new float[] {(float) value});
        complete(launch.group().allreduce(new TensorVector(tensor)));
        return tensor.item_float();
    }

    void spread(float[] values) {
        complete(launch.group().broadcast(new TensorVector(torch.tensor(values))));
    }

    void meet() {
        complete(launch.group().barrier());
    }

    private void complete(Work work) {
        for (int tries = 0; !work._wait(); tries++) {
            if (tries > 2) {
                throw new IllegalStateException("gave up");
            }
        }
    }
}
