package dev.rollcall.gpu;

import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import jcuda.Pointer;

/**
 * Verifies copies between GPUs, within them, and from and to the host: sums both sides in the order of the copy's stream, each where
 * it is, and compares when the sums have come to the host. Changes neither the current context nor any error's state; makes
 * threads wait only where {@link CorruptionPolicy} says so. Thread-safe.
 */
public final class CopyVerifier {
    private final GpuContextRegistry registry = new GpuContextRegistry();
    private final MemoryLookup lookup = new MemoryLookup();
    private final VerificationPlanner planner = new VerificationPlanner(registry, lookup);
    private final Queue<CopyVerification> inFlight = new ConcurrentLinkedQueue<>();
    private final CopyPaths paths = new CopyPaths();
    private final CopyRecorder recorder;
    private final CorruptionPolicy mode;
    private final CopyConclusions conclusions;
    private volatile HostRoute route;

    private CopyVerifier(CopyRecorder recorder, CorruptionPolicy mode, Consumer<String> tell) {
        this.recorder = recorder;
        this.mode = mode;
        this.conclusions = new CopyConclusions(recorder, tell);
    }

    /**
     * Makes a verifier, and records the devices that this process sees.
     *
     * @param tell prints one line for the user
     * @throws DriverException if the driver refuses
     * @throws LinkageError without JCuda's classes or natives
     */
    public static CopyVerifier create(CopyRecorder recorder, CorruptionPolicy mode, Consumer<String> tell)
            throws DriverException {
        Devices.open();
        recorder.devices(Devices.uuids());
        return new CopyVerifier(recorder, mode, tell);
    }

    /** Returns what the driver knows of an address. */
    public DriverMemory memory(long address) {
        return lookup.of(address);
    }

    /**
     * Returns memory of a direct buffer of Java's, which the application may have registered with the driver.
     *
     * @param pointer JCuda's pointer to it
     * @param distance from there to the first byte that a copy is said to have
     */
    public CopyMemory registered(HostBytes bytes, Object pointer, long distance) {
        return lookup.ofBuffer((Pointer) pointer, bytes, distance);
    }

    /** Returns the way that a copy between two devices will take. */
    public CopyPath path(int source, int destination) throws DriverException {
        return paths.of(source, destination);
    }

    /** Returns the way that a copy between two devices takes which nobody makes go another. */
    public CopyPath unguarded(int source, int destination) {
        return paths.unguarded(source, destination);
    }

    /** Returns whether work on a stream becomes a part of a graph. */
    public boolean capturing(long stream) {
        return DriverCalls.capturing(JCudaHandles.stream(stream));
    }

    /**
     * Prepares the verification of a copy, and enqueues what precedes it.
     *
     * @param over whether the copy is over when the method returns
     * @return whose verification is to be told as what the copy is {@linkplain CopyVerification#recordedAs recorded}
     */
    public VerificationPlan before(CopyEvent copy, CopyMemory from, CopyMemory to, boolean over)
            throws DriverException {
        int[] careful = DriverCalls.relax();
        try {
            GpuContext owner = registry.ofStream(copy.stream());
            if (owner == null) {
                return VerificationPlan.unverified(UnverifiedReason.NO_CONTEXT);
            }
            boolean entered = owner.enter();
            try {
                VerificationPlan plan = planner.plan(owner, copy, from, to, over);
                if (plan.reason().equals(UnverifiedReason.NO_ROOM.words())) {
                    poll();
                    plan = planner.plan(owner, copy, from, to, over);
                }
                if (plan.verification() != null) {
                    begin(plan.verification());
                }
                return plan;
            } finally {
                owner.leave(entered);
            }
        } finally {
            DriverCalls.restore(careful);
        }
    }

    private void begin(CopyVerification verification) throws DriverException {
        try {
            verification.before();
        } catch (DriverException | RuntimeException e) {
            // Of what was enqueued, nothing may be left behind in the application's way.
            verification.abandon();
            inFlight.add(verification);
            throw e;
        }
    }

    /** Gives up a verification whose copy was not made. */
    public void abandon(CopyVerification begun) throws DriverException {
        within(begun, () -> {
            begun.abandon();
            inFlight.add(begun);
        });
    }

    /**
     * Enqueues what follows a copy; waits for it, and acts, where the mode says so.
     *
     * @throws CorruptCopyException if the copy arrived wrong and the mode is to throw
     */
    public void after(CopyVerification begun) throws DriverException {
        within(begun, () -> follow(begun));
    }

    /** Something that is done in the context of a copy's stream. */
    @FunctionalInterface
    private interface Step {
        void take() throws DriverException;
    }

    private static void within(CopyVerification copy, Step step) throws DriverException {
        int[] careful = DriverCalls.relax();
        try {
            boolean entered = copy.owner().enter();
            try {
                step.take();
            } finally {
                copy.owner().leave(entered);
            }
        } finally {
            DriverCalls.restore(careful);
        }
    }

    private void follow(CopyVerification begun) throws DriverException {
        boolean byHost = begun.copy().path() == CopyPath.REROUTED;
        if (byHost) {
            route().copy(begun);
        }
        begun.after(mode != CorruptionPolicy.WARN);
        if (mode == CorruptionPolicy.WARN) {
            inFlight.add(begun);
            return;
        }
        begun.await();
        CopyCheck check = begun.check();
        if (CopyConclusions.corrupt(check) && mode == CorruptionPolicy.REROUTE && !byHost) {
            reroute(begun, check);
            return;
        }
        conclusions.conclude(begun, check);
        if (CopyConclusions.corrupt(check)) {
            throw new CorruptCopyException(CorruptionText.describe(begun.copy(), check));
        }
    }

    /** Makes a copy again through memory of the agent's on the host; between devices, from now on all of that pair. */
    private void reroute(CopyVerification bad, CopyCheck why) throws DriverException {
        CopyEvent copy = bad.copy();
        if (copy.sourceDevice() >= 0 && copy.destinationDevice() >= 0) {
            paths.reroute(copy.sourceDevice(), copy.destinationDevice());
        }
        CopyEvent again = copy.by(CopyPath.REROUTED);
        conclusions.record(bad.position(), copy, why);
        CopyCheck check;
        try {
            bad.restart(again, recorder.begin(again));
            bad.before();
            route().copy(bad);
            bad.after(true);
            bad.await();
            check = bad.check();
        } catch (DriverException | RuntimeException | OutOfMemoryError e) {
            // The application must not go on with what is known to be wrong.
            throw new CorruptCopyException(
                    CorruptionText.describe(copy, why) + "; it could not be made again: " + e.getMessage());
        }
        conclusions.conclude(bad, check);
        if (CopyConclusions.corrupt(check)) {
            throw new CorruptCopyException(CorruptionText.describe(again, check));
        }
    }

    private HostRoute route() throws DriverException {
        synchronized (paths) {
            if (route == null) {
                route = new HostRoute();
            }
            return route;
        }
    }

    /** Returns whether there are copies whose sums have not come. */
    public boolean pending() {
        return !inFlight.isEmpty();
    }

    /**
     * Compares the copies whose sums have come; does not wait.
     *
     * @throws DriverException if that failed of some, which then are not verified; the others were compared
     */
    public void poll() throws DriverException {
        if (inFlight.isEmpty()) {
            return;
        }
        int[] careful = DriverCalls.relax();
        String failure = null;
        try {
            for (CopyVerification next : inFlight) {
                try {
                    // Two threads may poll; who removes it has it.
                    if (next.finished() && inFlight.remove(next)) {
                        conclusions.conclude(next, next.check());
                    }
                } catch (DriverException | RuntimeException e) {
                    // Its context is gone or at fault, and the room in it is lost. Others are as they were.
                    inFlight.remove(next);
                    failure = e.getMessage();
                }
            }
        } finally {
            DriverCalls.restore(careful);
        }
        if (failure != null) {
            throw new DriverException(failure);
        }
    }
}
