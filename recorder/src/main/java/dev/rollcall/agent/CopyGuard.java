package dev.rollcall.agent;

import dev.rollcall.gpu.CopyVerification;
import dev.rollcall.gpu.CopyVerifier;
import dev.rollcall.gpu.CorruptCopyException;
import dev.rollcall.gpu.OnCorruption;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;

/**
 * The way to the verification of copies, which may not be there: without JCuda, without a driver, or after it failed, there is
 * one warning, and copies are recorded without being verified. Thread-safe.
 */
final class CopyGuard {
    private static final String DRIVER = "jcuda.driver.JCudaDriver";

    private final CopyRecorder recorder;
    private final OnCorruption mode;
    private volatile CopyVerifier verifier;
    private volatile boolean closed;

    /** Makes a way that is opened by the first copy. */
    CopyGuard(CopyRecorder recorder, OnCorruption mode) {
        this.recorder = recorder;
        this.mode = mode;
    }

    boolean throwing() {
        return mode == OnCorruption.THROW;
    }

    /**
     * Returns what is known of a copy.
     *
     * @param loader the loader of the class that makes it
     * @param operation what the catalogue says of the method
     * @param function the id in the heap of its name
     */
    CopyEvent describe(ClassLoader loader, CopyArguments arguments, String operation, int function) {
        open(loader);
        if (!closed) {
            try {
                int source = verifier.device(arguments.source.first());
                int destination = verifier.device(arguments.destination.first());
                CopyEvent copy = CopyDescription.located(arguments, source, destination, operation, function);
                return copy.kind() == CopyKind.PEER && source >= 0 && destination >= 0
                        ? copy.by(verifier.path(source, destination))
                        : copy;
            } catch (Exception | LinkageError e) {
                close(e);
            }
        }
        return CopyDescription.declared(arguments, operation, function);
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
                    verifier = CopyVerifier.create(recorder, mode, Messages::tell);
                } catch (Exception | LinkageError e) {
                    close(e);
                }
            }
        }
    }

    private synchronized void close(Throwable failure) {
        if (!closed) {
            closed = true;
            Messages.tell("copies are not verified: " + reason(failure) + "; they are recorded");
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
            close(e);
            return false;
        }
    }

    /** Before a copy; returns null where it is not verified. */
    CopyVerification before(CopyEvent copy, long position) {
        if (closed) {
            return null;
        }
        try {
            return verifier.before(copy, position);
        } catch (Exception | LinkageError e) {
            close(e);
            return null;
        }
    }

    /** After a copy that was verified. */
    void after(CopyVerification begun) throws CorruptCopyException {
        try {
            verifier.after(begun);
        } catch (CorruptCopyException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            close(e);
        }
    }

    /** Gives up a verification whose copy was not made; null is none. */
    void abandon(CopyVerification begun) {
        if (begun != null) {
            verifier.abandon(begun);
        }
    }

    /** Looks which copies have come to their end; does not wait. */
    void poll() {
        if (verifier != null && !closed) {
            try {
                verifier.poll();
            } catch (Exception | LinkageError e) {
                close(e);
            }
        }
    }
}
