package dev.rollcall.samples.job;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A linear regression on random data, small enough for short steps.
 *
 * <p>Each rank draws data of its own, so the ranks' gradients differ and must be summed over all ranks before they are
 * applied. The same rank draws the same data in every run. Not thread-safe.
 */
final class Regression {

    private static final int FEATURES = 1024;
    private static final int BATCH = 16;
    private static final double LEARNING_RATE = 1e-4;

    private final Tensor truth = torch.ones(FEATURES, 1);
    private final Tensor weights = torch.zeros(FEATURES, 1);
    private double loss;

    /** Makes the model; {@code rank} seeds the random data. */
    Regression(int rank) {
        torch.manual_seed(rank);
    }

    /** Returns the gradient of half the mean squared error over the next batch, one number per feature. */
    Tensor gradient() {
        Tensor features = torch.randn(BATCH, FEATURES);
        Tensor error = features.mm(weights).sub(features.mm(truth));
        loss = error.mul(error).mean().item_double();
        return features.t().mm(error).div(new Scalar((float) BATCH)).contiguous();
    }

    /** Updates the weights by the gradient summed over {@code worldSize} ranks. */
    void apply(Tensor summedGradient, int worldSize) {
        weights.sub_(summedGradient.mul(new Scalar((float) (LEARNING_RATE / worldSize))));
    }

    /** Replaces the sum of {@code worldSize} ranks' weights by their mean. */
    void averageWeights(int worldSize) {
        weights.div_(new Scalar((float) worldSize));
    }

    /** Returns the loss over the batch of the last {@link #gradient()}. */
    double loss() {
        return loss;
    }

    /** Returns {@link #loss()} as a tensor of one number. */
    Tensor lossTensor() {
        return torch.ones(1).mul_(new Scalar((float) loss));
    }

    /** Returns the weights themselves, not a copy. */
    Tensor weights() {
        return weights;
    }
}
