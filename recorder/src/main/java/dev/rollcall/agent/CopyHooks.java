package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.gpu.CopyVerification;
import dev.rollcall.gpu.CorruptCopyException;
import dev.rollcall.gpu.UnverifiedReason;
import dev.rollcall.gpu.VerificationPlan;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.library.CopyReader;
import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import java.util.Arrays;
import java.util.List;

/**
 * The hooks of copy methods: record each copy, and verify it if the scope asks for that and its memory can be summed.
 * Thread-safe.
 */
final class CopyHooks {
    private static final List<String> AGENT_PACKAGES =
            List.of(CopyHooks.class.getPackageName() + ".", CopyVerification.class.getPackageName() + ".");

    /** How long the end of the process may be delayed by copies under way. */
    private static final long MAX_SETTLE_NANOS = 100_000_000;

    private static final VerificationPlan NOT_WANTED = new VerificationPlan(null, "");

    /** Copies up to this size from the host return when the bytes are staged, perhaps before the device has them. */
    private static final long MAX_STAGED_BYTES = 64 << 10;

    private final HookedMethods methods;
    private final ThreadLocal<HookedThread> threads;
    private final Recorder recorder;
    private final CopyRecorder copies;
    private final CopyScope scope;
    private final GuardedVerifier verifier;
    private final DeviceHooks devices;
    private final CopyReader reader = new CopyReader();

    CopyHooks(
            HookedMethods methods,
            ThreadLocal<HookedThread> threads,
            Recorder recorder,
            CopyScope scope,
            GuardedVerifier verifier,
            DeviceHooks devices) {
        this.methods = methods;
        this.threads = threads;
        this.recorder = recorder;
        this.copies = recorder.copies();
        this.scope = scope;
        this.verifier = verifier;
        this.devices = devices;
    }

    /** Returns whether a copy may throw after it has returned. */
    boolean mayThrow() {
        return verifier.mayThrow();
    }

    long enter(int hook, CopyArguments arguments) throws Throwable {
        HookedThread thread = threads.get();
        if (!thread.enter(hook)) {
            return HookToken.NOT_RECORDED;
        }
        thread.copying = null;
        if (!read(arguments)) {
            return HookToken.NOT_RECORDED;
        }
        HookedMethod method = methods.get(hook);
        LocatedCopy copy = verifier.locate(
                method, arguments, recorder.function(method.called().method()));
        // While a stream is captured the copy only becomes a node of a CUDA graph; it is not made now.
        boolean captured = verifier.capturing(copy.event());
        thread.copying = captured ? null : copy.event();
        if (!captured) {
            devices.copying(thread, method, copy.event().stream());
        }
        if (captured || !scope.records(copy.event().kind())) {
            return HookToken.NOT_RECORDED;
        }
        VerificationPlan plan = plan(copy, method);
        CopyEvent event = plan.verification() == null ? verifier.unverified(copy.event(), plan.reason()) : copy.event();
        CopyEvent issued = copies.issued(thread.recording, method.called(), event, plan.reason());
        long position = copies.begin(issued);
        thread.copy = plan.verification();
        if (thread.copy != null) {
            thread.copy.recordedAs(issued, position);
        }
        return position;
    }

    private VerificationPlan plan(LocatedCopy copy, HookedMethod method) {
        if (copy.arguments().ofCudaArray()) {
            return VerificationPlan.unverified(UnverifiedReason.ARRAY);
        }
        return scope.verifies(copy.event().kind()) ? verifier.before(copy, method) : NOT_WANTED;
    }

    private boolean read(CopyArguments arguments) {
        try {
            reader.read(arguments);
            return true;
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            // The library rejects what cannot be read, such as a null structure.
            return false;
        }
    }

    void leave(int hook, long token, long result) {
        HookedThread thread = threads.get();
        try {
            if (!thread.nested()) {
                noteOperation(thread, methods.get(hook), result);
            }
            if (token == HookToken.NOT_RECORDED) {
                return;
            }
            CopyVerification begun = thread.copy;
            thread.copy = null;
            if (result != 0) {
                verifier.abandon(begun);
                copies.failed(token, methods.get(hook).called().method() + " returned " + result);
            } else if (begun != null) {
                verifier.after(begun);
            }
        } catch (CorruptCopyException e) {
            e.setStackTrace(withoutAgentFrames(e.getStackTrace()));
            // The wrapper calls Hooks.throwIfCorrupt next, which throws it; nothing may leave this hook.
            thread.pendingException = e;
        } finally {
            // Last, so that copies that the verifier made above ran inside a recorded method and were not recorded
            // themselves.
            thread.leave();
        }
    }

    /** Notes what the devices have been given by the copy that the thread has made. */
    private void noteOperation(HookedThread thread, HookedMethod method, long result) {
        CopyEvent copy = thread.copying;
        thread.copying = null;
        boolean synchronous = !method.entry().roles().contains(ArgumentRole.STREAM) && copy != null && waits(copy);
        devices.copied(thread, method, copy, result, synchronous);
    }

    /**
     * Returns whether a method that copies without a stream waits for what precedes it. NVIDIA's driver does not for copies within and
     * between devices, nor for small ones from the host ("API synchronization behavior" in the CUDA documentation).
     */
    private static boolean waits(CopyEvent copy) {
        return copy.kind() == CopyKind.DEVICE_TO_HOST
                || copy.kind() == CopyKind.HOST_TO_DEVICE && copy.bytes() > MAX_STAGED_BYTES;
    }

    /** Returns a stack from the method that copied on; the frames above it are the agent's. */
    private static StackTraceElement[] withoutAgentFrames(StackTraceElement[] frames) {
        int own = 0;
        while (own < frames.length && AGENT_PACKAGES.stream().anyMatch(frames[own].getClassName()::startsWith)) {
            own++;
        }
        return Arrays.copyOfRange(frames, own, frames.length);
    }

    void fail(int hook, long token, Throwable failure) {
        HookedThread thread = threads.get();
        try {
            if (!thread.nested()) {
                thread.copying = null;
                devices.failed(thread, methods.get(hook), 0);
            }
            if (token != HookToken.NOT_RECORDED) {
                verifier.abandon(thread.copy);
                thread.copy = null;
                copies.failed(token, failure.getClass().getName() + ": " + LibraryBindings.message(failure));
            }
        } finally {
            thread.leave();
        }
    }

    /** Returns the exception that the thread's last copy has to throw, once; null for none. */
    RuntimeException takeException() {
        HookedThread thread = threads.get();
        RuntimeException exception = thread.pendingException;
        thread.pendingException = null;
        return exception;
    }

    /** Completes the verifications whose copies have ended; does not wait. */
    void poll() {
        HookedThread thread = threads.get();
        thread.enterAgent();
        try {
            verifier.poll();
        } finally {
            thread.leave();
        }
    }

    /** Waits a moment for the last verifications, because there is no poll after the end of the process. */
    void settle() throws InterruptedException {
        long start = System.nanoTime();
        poll();
        while (verifier.pending() && System.nanoTime() - start < MAX_SETTLE_NANOS) {
            Thread.sleep(1);
            poll();
        }
    }
}
