/**
 * Verifies copies of GPUs' memory through JCuda's driver API. A {@link dev.rollcall.gpu.CopyVerifier} plans a {@link
 * dev.rollcall.gpu.CopyVerification} for each copy; that takes checksums of both sides, with a kernel on a device or on the host,
 * and compares them. {@link dev.rollcall.gpu.Probe} tests a machine in the same way. docs/gpu.md says what users see of it.
 */
package dev.rollcall.gpu;
