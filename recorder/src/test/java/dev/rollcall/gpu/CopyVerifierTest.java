package dev.rollcall.gpu;

/** Copies within one GPU. */
@RealGpu
class CopyVerifierTest extends CopyVerifierChecks {
    @Override
    int destinationDevice() {
        return 0;
    }

    @Override
    long most() {
        return 64 << 20;
    }
}
