package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.gpu.CopyMemory;
import dev.rollcall.gpu.CopyVerification;
import dev.rollcall.gpu.CopyVerifier;
import dev.rollcall.gpu.CorruptCopyException;
import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.gpu.DriverException;
import dev.rollcall.gpu.DriverMemory;
import dev.rollcall.gpu.HostBytes;
import dev.rollcall.gpu.UnverifiedReason;
import dev.rollcall.gpu.VerificationPlan;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.library.CopyArguments.Side;
import dev.rollcall.library.HostBuffers;
import dev.rollcall.library.HostBuffers.HostBuffer;
import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A {@link CopyVerifier} that may be missing or fail. Without JCuda, without a driver, or after many failures in a row, it
 * closes with one warning, and copies are recorded unverified. Any other failure costs the verification of one copy.
 * Thread-safe.
 */
final class GuardedVerifier {
    /** The libraries whose documentation says when a copy of host memory has ended. */
    private static final Set<String> CUDA = Set.of("jcuda", "cudart");

    /** The failures in a row after which the verifier closes. */
    private static final int MAX_FAILURES = 100;

    private final HostBuffers buffers = new HostBuffers();
    private final CopyRecorder recorder;
    private final CorruptionPolicy policy;
    private final DriverWarning warning;
    private volatile CopyVerifier verifier;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean warnedOfReroute = new AtomicBoolean();
    private volatile boolean closed;
    private volatile String why = "";

    /** Makes a verifier that the first copy opens. */
    GuardedVerifier(CopyRecorder recorder, CorruptionPolicy policy, DriverWarning warning) {
        this.recorder = recorder;
        this.policy = policy;
        this.warning = warning;
    }

    /** Returns whether a copy may throw: even a copy that was repeated through host memory may be corrupt. */
    boolean mayThrow() {
        return policy != CorruptionPolicy.WARN;
    }

    /**
     * Asks the driver about the memories of a copy.
     *
     * @param function the id in the heap of the method's name
     */
    LocatedCopy locate(HookedMethod method, CopyArguments arguments, int function) {
        open(method.loader());
        CopyKind declared = method.copyKind();
        String failure = why;
        if (!closed) {
            try {
                DriverMemory source = verifier.memory(arguments.source.first());
                DriverMemory destination = verifier.memory(arguments.destination.first());
                LocatedCopy copy = LocatedCopy.of(arguments, source, destination, declared, function);
                boolean peer = copy.event().kind() == CopyKind.PEER && source.onDevice() && destination.onDevice();
                return peer ? copy.on(verifier.path(source.device(), destination.device())) : copy;
            } catch (Exception | LinkageError e) {
                failure = failed(e);
            }
        }
        return LocatedCopy.declared(arguments, declared, function, failure);
    }

    private void open(ClassLoader loader) {
        if (verifier != null || closed) {
            return;
        }
        synchronized (this) {
            if (verifier == null && !closed) {
                try {
                    JCudaClasses.check(loader);
                    verifier = CopyVerifier.create(recorder, policy, AgentLog::print);
                } catch (Exception | LinkageError e) {
                    close(e);
                }
            }
        }
    }

    private synchronized void close(Throwable failure) {
        if (!closed) {
            why = JCudaClasses.reason(failure);
            closed = true;
            warning.print("copies are not verified: " + why + "; they are recorded");
        }
    }

    /** Counts a failure, and returns its reason. */
    private String failed(Throwable failure) {
        boolean permanent =
                failure instanceof LinkageError || failure instanceof DriverException refused && refused.unfit();
        if (permanent || failures.incrementAndGet() == MAX_FAILURES) {
            close(failure);
        } else if (failures.get() == 1) {
            warn(JCudaClasses.reason(failure));
        }
        return JCudaClasses.reason(failure);
    }

    private void warn(String reason) {
        if (warned.compareAndSet(false, true)) {
            AgentLog.print("a copy is not verified: " + reason + "; it is recorded");
        }
    }

    /** Returns whether a copy's stream is being captured, so that the copy becomes a part of a graph and is not made now. */
    boolean capturing(CopyEvent copy) {
        if (closed) {
            return false;
        }
        try {
            return verifier.capturing(copy.stream());
        } catch (Exception | LinkageError e) {
            failed(e);
            return false;
        }
    }

    /** Prepares the verification of a copy that is about to be made. */
    VerificationPlan before(LocatedCopy copy, HookedMethod method) {
        if (closed || copy.source() == null) {
            return new VerificationPlan(null, closed ? why : copy.failure());
        }
        try {
            if (!copy.event().kind().betweenOrWithinDevices()
                    && !CUDA.contains(method.entry().library())) {
                return VerificationPlan.unverified(UnverifiedReason.LIBRARY);
            }
            boolean synchronous = !method.entry().roles().contains(ArgumentRole.STREAM);
            CopyKind declared = method.copyKind();
            CopyArguments arguments = copy.arguments();
            boolean fromHost = arguments.source.onHost || declared == CopyKind.HOST_TO_DEVICE;
            boolean toHost = arguments.destination.onHost || declared == CopyKind.DEVICE_TO_HOST;
            VerificationPlan plan = verifier.before(
                    copy.event(),
                    memory(arguments, arguments.source, copy.source(), fromHost, synchronous),
                    memory(arguments, arguments.destination, copy.destination(), toHost, synchronous),
                    synchronous);
            failures.set(0);
            if (plan.reason().equals(UnverifiedReason.NO_CONTEXT.words())) {
                // For example, another process uses the device exclusively.
                warn(plan.reason());
            }
            return plan;
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            return new VerificationPlan(null, failed(e));
        }
    }

    /**
     * Returns how a side of a copy can be read.
     *
     * @param known the side as the driver knows it
     * @param host whether the arguments or the catalogue say that the side is the host's
     */
    private CopyMemory memory(CopyArguments copy, Side side, DriverMemory known, boolean host, boolean synchronous)
            throws Throwable {
        if (known.onDevice() || known.managed()) {
            return CopyMemory.withoutHostBytes(known);
        }
        long length = (copy.planes - 1) * side.pitch * side.height + (copy.rows - 1) * side.pitch + copy.bytes;
        HostBuffer buffer = buffers.of(side.given, side.offset() + length);
        // An address that neither the driver nor the application calls the host's may not be mapped.
        if (buffer == null || buffer.addressed() && !host && !known.pinned()) {
            return CopyMemory.withoutHostBytes(known);
        }
        HostBytes bytes = new HostBytes(buffer.memory(), buffer.offset() + side.offset(), side.given);
        boolean registered =
                !synchronous && !buffer.addressed() && buffer.memory().isDirect();
        return registered
                ? verifier.registered(bytes, side.given, copy.volume() ? 0 : side.offset())
                : new CopyMemory(known, 0, bytes);
    }

    /** Returns a copy that is not verified. It is not rerouted either, and takes its path unprotected. */
    CopyEvent unverified(CopyEvent copy, String reason) {
        if (copy.path() != CopyPath.REROUTED) {
            return copy;
        }
        if (warnedOfReroute.compareAndSet(false, true)) {
            AgentLog.print(
                    "a copy takes a path on which others arrived corrupt, because it is not verified: " + reason);
        }
        return copy.by(verifier.unverifiedPath(copy.sourceDevice(), copy.destinationDevice()));
    }

    /** Completes or queues the verification of a copy that was made. */
    void after(CopyVerification begun) throws CorruptCopyException {
        try {
            verifier.after(begun);
        } catch (CorruptCopyException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    /** Gives up a verification whose copy was not made; null for none. */
    void abandon(CopyVerification begun) {
        if (begun == null) {
            return;
        }
        try {
            verifier.abandon(begun);
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    /** Completes the verifications whose copies have ended; does not wait. */
    void poll() {
        // Also once it is closed: what was begun before is completed.
        if (verifier != null) {
            try {
                verifier.poll();
            } catch (Exception | LinkageError e) {
                failed(e);
            }
        }
    }

    /** Returns whether another {@link #poll} may complete a verification. */
    boolean pending() {
        return verifier != null && verifier.pending();
    }
}
