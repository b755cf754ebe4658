package dev.rollcall.samples.job;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.concurrent.CountDownLatch;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** A pipeline: each rank receives from the previous one and sends to the next; halfway, one stage hangs outside of any call. */
@ExpectedVerdict(verdict = "desync", causes = "rank-absent", lines = "one stage never comes out of here")
public final class DeadStage {

    private static final int ACTIVATIONS = 256;
    private final Worker worker = Worker.join();
    private final int steps = worker.steps(12);
    private final CountDownLatch device = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        new DeadStage().run();
    }

    private void run() throws InterruptedException {
        for (int step = 1; step <= steps; step++) {
            Tensor activations = receive(step);
            compute(step);
            send(activations, step);
        }
        worker.group().barrier()._wait();
        worker.say("%d batches done", steps);
    }

    private Tensor receive(int step) {
        Tensor activations = torch.ones(ACTIVATIONS);
        if (worker.rank() > 0) {
            worker.group()
                    .recv(new TensorVector(activations), worker.rank() - 1, step)
                    ._wait();
        }
        return activations;
    }

    private void compute(int step) throws InterruptedException {
        if (!worker.isCulprit() || step != steps / 2) {
            return;
        }
        device.await(); // one stage never comes out of here
    }

    private void send(Tensor activations, int step) {
        if (worker.rank() < worker.worldSize() - 1) {
            worker.group()
                    .send(new TensorVector(activations), worker.rank() + 1, step)
                    ._wait();
        }
    }
}
