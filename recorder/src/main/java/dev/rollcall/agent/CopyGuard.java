package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.gpu.CopyVerification;
import dev.rollcall.gpu.CopyVerifier;
import dev.rollcall.gpu.CorruptCopyException;
import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.gpu.DriverException;
import dev.rollcall.gpu.DriverMemory;
import dev.rollcall.gpu.UnverifiedReason;
import dev.rollcall.gpu.VerificationPlan;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way to the verification of copies, which may not be there: without JCuda, without a driver, or after many failures in a row, there is
 * one warning, and copies are recorded without being verified. A failure is otherwise that of one copy. Thread-safe.
 */
final class CopyGuard {
    /** The libraries of which it is known when a copy of the host's memory is over. */
    private static final Set<String> CUDA = Set.of("jcuda", "cudart");

    /** After so many failures in a row there is no hope. */
    private static final int MOST_FAILURES = 100;

    private static final String DRIVER = "jcuda.driver.JCudaDriver";

    private final CopyMemories memories = new CopyMemories();
    private final CopyRecorder recorder;
    private final CorruptionPolicy mode;
    private volatile CopyVerifier verifier;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean unguarded = new AtomicBoolean();
    private volatile boolean closed;
    private volatile String why = "";

    /** Makes a way that is opened by the first copy. */
    CopyGuard(CopyRecorder recorder, CorruptionPolicy mode) {
        this.recorder = recorder;
        this.mode = mode;
    }

    /** Returns whether a copy may end with an exception: a copy that was made again may be bad, too. */
    boolean throwing() {
        return mode != CorruptionPolicy.WARN;
    }

    /**
     * Returns what is known of a copy.
     *
     * @param loader the loader of the class that makes it
     * @param operation what the catalogue says of the method
     * @param function the id in the heap of its name
     */
    LocatedCopy describe(ClassLoader loader, CopyArguments arguments, String operation, int function) {
        open(loader);
        String failure = why;
        if (!closed) {
            try {
                DriverMemory source = verifier.memory(arguments.source.first());
                DriverMemory destination = verifier.memory(arguments.destination.first());
                CopyEvent copy =
                        CopyDescription.located(arguments, source.device(), destination.device(), operation, function);
                boolean peer = copy.kind() == CopyKind.PEER && source.onDevice() && destination.onDevice();
                CopyEvent going = peer ? copy.by(verifier.path(source.device(), destination.device())) : copy;
                return new LocatedCopy(arguments, going, source, destination, "");
            } catch (Exception | LinkageError e) {
                failure = failed(e);
            }
        }
        CopyEvent declared = CopyDescription.declared(arguments, operation, function);
        return new LocatedCopy(arguments, declared, null, null, failure);
    }

    private void open(ClassLoader loader) {
        if (verifier != null || closed) {
            return;
        }
        synchronized (this) {
            if (verifier == null && !closed) {
                try {
                    Class<?> own = Class.forName(DRIVER, false, CopyGuard.class.getClassLoader());
                    if (Class.forName(DRIVER, false, loader == null ? own.getClassLoader() : loader) != own) {
                        throw new IllegalStateException(
                                "JCuda is in a class loader that does not share it with the agent");
                    }
                    verifier = CopyVerifier.create(recorder, mode, AgentLog::tell);
                } catch (Exception | LinkageError e) {
                    close(e);
                }
            }
        }
    }

    private synchronized void close(Throwable failure) {
        if (!closed) {
            why = reason(failure);
            closed = true;
            AgentLog.tell("copies are not verified: " + why + "; they are recorded");
        }
    }

    /** Learns of a failure, which is one copy's; returns its reason. Many in a row end verification. */
    private String failed(Throwable failure) {
        if (hopeless(failure) || failures.incrementAndGet() == MOST_FAILURES) {
            close(failure);
        } else if (failures.get() == 1) {
            warn(reason(failure));
        }
        return reason(failure);
    }

    private static boolean hopeless(Throwable failure) {
        return failure instanceof LinkageError || failure instanceof DriverException refused && refused.unfit();
    }

    private void warn(String reason) {
        if (warned.compareAndSet(false, true)) {
            AgentLog.tell("a copy is not verified: " + reason + "; it is recorded");
        }
    }

    private static String reason(Throwable failure) {
        if (failure instanceof ClassNotFoundException || failure instanceof NoClassDefFoundError) {
            return "JCuda is not on the class path";
        }
        if (failure instanceof UnsatisfiedLinkError) {
            return "no CUDA driver, or JCuda's native libraries do not fit this machine";
        }
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    /** Returns whether a copy becomes a part of a graph and is not made now. */
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

    /**
     * Before a copy.
     *
     * @param entry what the catalogue says of the method
     */
    VerificationPlan before(LocatedCopy copy, CatalogueEntry entry) {
        if (closed || copy.source() == null) {
            return new VerificationPlan(null, closed ? why : copy.failure());
        }
        try {
            boolean over = !entry.roles().contains(ArgumentRole.STREAM);
            CopyKind told = TraceVocabulary.copyKind(entry.operation());
            if (!onDevices(copy.event()) && !CUDA.contains(entry.library())) {
                return VerificationPlan.unverified(UnverifiedReason.LIBRARY);
            }
            VerificationPlan plan = verifier.before(
                    copy.event(),
                    memories.source(copy, verifier, told, over),
                    memories.destination(copy, verifier, told, over),
                    over);
            failures.set(0);
            if (plan.reason().equals(UnverifiedReason.NO_CONTEXT.words())) {
                // As where another process has the device for itself.
                warn(plan.reason());
            }
            return plan;
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            return new VerificationPlan(null, failed(e));
        }
    }

    /** Returns a copy as it goes that is not verified, and so is not made to go another way, either. */
    CopyEvent unguarded(CopyEvent copy, String reason) {
        if (copy.path() != CopyPath.REROUTED) {
            return copy;
        }
        if (unguarded.compareAndSet(false, true)) {
            AgentLog.tell("a copy goes the way on which others arrived wrong, for it is not verified: " + reason);
        }
        return copy.by(verifier.unverifiedPath(copy.sourceDevice(), copy.destinationDevice()));
    }

    private static boolean onDevices(CopyEvent copy) {
        return copy.kind() == CopyKind.PEER || copy.kind() == CopyKind.DEVICE_TO_DEVICE;
    }

    /** After a copy that was verified. */
    void after(CopyVerification begun) throws CorruptCopyException {
        try {
            verifier.after(begun);
        } catch (CorruptCopyException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    /** Gives up a verification whose copy was not made; null is none. */
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

    /** Looks which copies have come to their end; does not wait. */
    void poll() {
        // What was begun is brought to its end, even if nothing more is.
        if (verifier != null) {
            try {
                verifier.poll();
            } catch (Exception | LinkageError e) {
                failed(e);
            }
        }
    }

    /** Returns whether something may come of another look. */
    boolean pending() {
        return verifier != null && verifier.pending();
    }
}
