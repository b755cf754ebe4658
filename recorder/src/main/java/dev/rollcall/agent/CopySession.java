package dev.rollcall.agent;

import dev.rollcall.gpu.CopyVerification;
import dev.rollcall.gpu.CorruptCopyException;
import dev.rollcall.gpu.VerificationPlan;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.library.CopyReader;
import dev.rollcall.library.GivenCopy;
import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.recorder.RecordingState;
import dev.rollcall.trace.CopyEvent;
import java.util.Arrays;
import java.util.List;

/** Records copies, and has them verified where that is wanted and possible. Thread-safe. */
final class CopySession {
    private static final List<String> OWN =
            List.of(CopySession.class.getPackageName() + ".", CopyVerification.class.getPackageName() + ".");

    /** How long the end of the process is held up for copies under way, in nanoseconds. */
    private static final long LAST_LOOK = 100_000_000;

    private static final VerificationPlan NOT_WANTED = new VerificationPlan(null, "");

    private final HookTable hooks;
    private final Recorder recorder;
    private final CopyRecorder copies;
    private final ThreadLocal<HookThread> threads;
    private final CopyScope scope;
    private final CopyGuard guard;
    private final CopyReader reader = new CopyReader();

    CopySession(HookTable hooks, Recorder recorder, ThreadLocal<HookThread> threads, CopyScope scope, CopyGuard guard) {
        this.hooks = hooks;
        this.recorder = recorder;
        this.copies = recorder.copies();
        this.threads = threads;
        this.scope = scope;
        this.guard = guard;
    }

    boolean recording() {
        return recorder.state().recording();
    }

    boolean throwing() {
        return guard.throwing();
    }

    /** Does what {@link RecordingState#surfaceFaults} does. */
    void surfaceFaults() {
        recorder.state().surfaceFaults();
    }

    /** Learns that a hook failed: an exhausted stack or heap costs this copy, anything else ends the recording. */
    void missed(Throwable failure, int hook) {
        Recording.missed(recorder.state(), failure, hook, null);
    }

    long enter(int hook, GivenCopy given) throws Throwable {
        HookThread thread = threads.get();
        if (!thread.enter()) {
            return Recording.NOT_RECORDED;
        }
        HookedMethod method = hooks.get(hook);
        CopyArguments arguments = read(given);
        if (arguments == null) {
            return Recording.NOT_RECORDED;
        }
        LocatedCopy copy = guard.describe(
                method.loader(),
                arguments,
                method.entry().operation(),
                recorder.function(method.called().method()));
        if (!scope.records(copy.event().kind()) || guard.capturing(copy.event())) {
            return Recording.NOT_RECORDED;
        }
        boolean verified = scope.verifies(copy.event().kind()) && !copy.ofArray();
        VerificationPlan plan = verified ? guard.before(copy, method.entry()) : NOT_WANTED;
        CopyEvent going = plan.verification() == null ? guard.unguarded(copy.event(), plan.reason()) : copy.event();
        CopyEvent issued = copies.issued(thread.recording, method.called(), going, plan.reason());
        long position = copies.begin(issued);
        thread.copy = plan.verification();
        if (thread.copy != null) {
            thread.copy.recordedAs(issued, position);
        }
        return position;
    }

    private CopyArguments read(GivenCopy given) {
        try {
            return reader.read(given);
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            // What cannot be read, such as a null structure, is left to the library to complain about.
            return null;
        }
    }

    void leave(int hook, long token, long result) {
        HookThread thread = threads.get();
        try {
            if (token == Recording.NOT_RECORDED) {
                return;
            }
            CopyVerification begun = thread.copy;
            thread.copy = null;
            if (result != 0) {
                guard.abandon(begun);
                copies.failed(token, hooks.get(hook).called().method() + " returned " + result);
            } else if (begun != null) {
                guard.after(begun);
            }
        } catch (CorruptCopyException e) {
            e.setStackTrace(withoutOwn(e.getStackTrace()));
            thread.corrupt = e;
        } finally {
            // Not before: what the agent copies itself is not recorded.
            thread.leave();
        }
    }

    /** Returns a stack that begins with the method that copied: what is above it is the agent's. */
    private static StackTraceElement[] withoutOwn(StackTraceElement[] frames) {
        int own = 0;
        while (own < frames.length && OWN.stream().anyMatch(frames[own].getClassName()::startsWith)) {
            own++;
        }
        return Arrays.copyOfRange(frames, own, frames.length);
    }

    void fail(long token, Throwable failure) {
        HookThread thread = threads.get();
        try {
            if (token != Recording.NOT_RECORDED) {
                guard.abandon(thread.copy);
                thread.copy = null;
                copies.failed(token, failure.getClass().getName() + ": " + SafeText.message(failure));
            }
        } finally {
            thread.leave();
        }
    }

    /** Returns what the thread's last copy is to end with, once; null for nothing. */
    RuntimeException takeCorrupt() {
        HookThread thread = threads.get();
        RuntimeException corrupt = thread.corrupt;
        thread.corrupt = null;
        return corrupt;
    }

    /** Looks which copies have come to their end; does not wait. */
    void poll() {
        HookThread thread = threads.get();
        // What the agent copies itself, to look at what differs, is not recorded.
        thread.enter();
        try {
            guard.poll();
        } finally {
            thread.leave();
        }
    }

    /** Looks, for a moment, until all copies have come to their end: the last ones are about to, and no other look will be. */
    void settle() throws InterruptedException {
        long start = System.nanoTime();
        poll();
        while (guard.pending() && System.nanoTime() - start < LAST_LOOK) {
            Thread.sleep(1);
            poll();
        }
    }
}
