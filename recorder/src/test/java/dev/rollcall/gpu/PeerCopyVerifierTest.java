package dev.rollcall.gpu;

/** Copies from one GPU to another. */
@RealGpu(2)
class PeerCopyVerifierTest extends CopyVerifierChecks {
    @Override
    int destinationDevice() {
        return 1;
    }

    @Override
    long most() {
        return 1 << 30;
    }
}
