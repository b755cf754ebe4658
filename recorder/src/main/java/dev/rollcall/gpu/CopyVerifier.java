package dev.rollcall.gpu;

import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import jcuda.Pointer;

/**
 * Verifies copies between GPUs, within one, and from and to the host: sums both sides where they are, in the order of the copy's
 * stream, and compares the checksums when they have come to the host. Changes neither the current context nor any error state.
 * Threads wait only where {@link CorruptionPolicy} says so. Thread-safe.
 */
public final class CopyVerifier {
    private final GpuContextRegistry contexts = GpuContextRegistry.ofProcess();
    private final MemoryLookup lookup = new MemoryLookup();
    private final VerificationPlanner planner = new VerificationPlanner(contexts, lookup);
    private final Queue<CopyVerification> inFlight = new ConcurrentLinkedQueue<>();
    private final CopyPaths paths = new CopyPaths();
    private final CopyRecorder recorder;
    private final CorruptionPolicy policy;
    private final Consumer<String> printer;
    private final Set<String> printed = ConcurrentHashMap.newKeySet();
    private volatile HostRoute route;

    private CopyVerifier(CopyRecorder recorder, CorruptionPolicy policy, Consumer<String> printer) {
        this.recorder = recorder;
        this.policy = policy;
        this.printer = printer;
    }

    /**
     * Makes a verifier, and records the devices of this process.
     *
     * @param printer prints one line for the user
     * @throws DriverException if the driver returns an error or is not supported
     * @throws LinkageError without JCuda's classes or native libraries
     */
    public static CopyVerifier create(CopyRecorder recorder, CorruptionPolicy policy, Consumer<String> printer)
            throws DriverException {
        Devices.open();
        recorder.devices(Devices.uuids());
        return new CopyVerifier(recorder, policy, printer);
    }

    /** Returns what the driver knows about an address. */
    public DriverMemory memory(long address) {
        return lookup.of(address);
    }

    /**
     * Returns the memory of a direct buffer, which the application may have registered with the driver.
     *
     * @param pointer JCuda's pointer to it
     * @param distance from there to the first byte of the copy
     */
    public CopyMemory registered(HostBytes bytes, Object pointer, long distance) {
        return lookup.ofBuffer((Pointer) pointer, bytes, distance);
    }

    /** Returns the path of a verified copy between two devices. */
    public CopyPath path(int source, int destination) throws DriverException {
        return paths.of(source, destination);
    }

    /** Returns the path of a copy between two devices that is not verified, and therefore not rerouted. */
    public CopyPath unverifiedPath(int source, int destination) {
        return paths.unverified(source, destination);
    }

    /** Returns whether a stream is being captured into a graph. */
    public boolean capturing(long stream) {
        return DriverCalls.capturing(JCudaHandles.stream(stream));
    }

    /**
     * Plans the verification of a copy, and enqueues what precedes the copy. The caller then records the copy, and passes the
     * record to {@link CopyVerification#recordedAs}.
     *
     * @param synchronous whether the copy is complete when the copying method returns
     */
    public VerificationPlan before(CopyEvent copy, CopyMemory from, CopyMemory to, boolean synchronous)
            throws DriverException {
        int[] mode = DriverCalls.relax();
        try {
            GpuContext owner = contexts.ofStream(copy.stream());
            if (owner == null) {
                return VerificationPlan.unverified(UnverifiedReason.NO_CONTEXT);
            }
            boolean entered = owner.enter();
            try {
                VerificationPlan plan = planner.plan(owner, copy, from, to, synchronous);
                if (plan.reason().equals(UnverifiedReason.NO_BUFFER.words())) {
                    poll();
                    plan = planner.plan(owner, copy, from, to, synchronous);
                }
                if (plan.verification() != null) {
                    begin(plan.verification());
                }
                return plan;
            } finally {
                owner.leave(entered);
            }
        } finally {
            DriverCalls.restore(mode);
        }
    }

    private void begin(CopyVerification verification) throws DriverException {
        try {
            verification.before();
        } catch (DriverException | RuntimeException e) {
            // What was enqueued until then must not stay in the application's way.
            verification.abandon();
            inFlight.add(verification);
            throw e;
        }
    }

    /** Gives up the verification of a copy that was not made. */
    public void abandon(CopyVerification begun) throws DriverException {
        inContext(begun, () -> {
            begun.abandon();
            inFlight.add(begun);
        });
    }

    /**
     * Enqueues what follows a copy. Waits for the copy and acts on the result where the policy says so.
     *
     * @throws CorruptCopyException if the copy is corrupt, and the policy is to throw or the repetition failed, too
     */
    public void after(CopyVerification begun) throws DriverException {
        inContext(begun, () -> follow(begun));
    }

    /** Driver calls that need the context of a copy's stream. */
    @FunctionalInterface
    private interface Step {
        void take() throws DriverException;
    }

    private static void inContext(CopyVerification copy, Step step) throws DriverException {
        int[] mode = DriverCalls.relax();
        try {
            boolean entered = copy.owner().enter();
            try {
                step.take();
            } finally {
                copy.owner().leave(entered);
            }
        } finally {
            DriverCalls.restore(mode);
        }
    }

    private void follow(CopyVerification begun) throws DriverException {
        boolean rerouted = begun.copy().path() == CopyPath.REROUTED;
        if (rerouted) {
            route().copy(begun);
        }
        begun.after(policy != CorruptionPolicy.WARN);
        if (policy == CorruptionPolicy.WARN) {
            inFlight.add(begun);
            return;
        }
        begun.await();
        CopyCheck check = begun.check();
        if (corrupt(check) && policy == CorruptionPolicy.REROUTE && !rerouted) {
            reroute(begun, check);
            return;
        }
        conclude(begun, check);
        if (corrupt(check)) {
            throw new CorruptCopyException(describe(begun.copy(), check));
        }
    }

    /** Repeats a copy through the host's memory, and reroutes all later copies of its device pair. */
    private void reroute(CopyVerification bad, CopyCheck found) throws DriverException {
        CopyEvent copy = bad.copy();
        if (copy.sourceDevice() >= 0 && copy.destinationDevice() >= 0) {
            paths.reroute(copy.sourceDevice(), copy.destinationDevice());
        }
        CopyEvent again = copy.by(CopyPath.REROUTED);
        record(bad.position(), copy, found);
        CopyCheck check;
        try {
            bad.restart(again, recorder.begin(again));
            bad.before();
            route().copy(bad);
            bad.after(true);
            bad.await();
            check = bad.check();
        } catch (DriverException | RuntimeException | OutOfMemoryError e) {
            // The application must not continue with data that is known to be wrong.
            throw new CorruptCopyException(
                    describe(copy, found) + "; the copy could not be repeated: " + e.getMessage());
        }
        conclude(bad, check);
        if (corrupt(check)) {
            throw new CorruptCopyException(describe(again, check));
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

    /** Returns whether copies are in flight that were not compared. */
    public boolean pending() {
        return !inFlight.isEmpty();
    }

    /**
     * Compares the copies whose checksums have come to the host. Does not wait.
     *
     * @throws DriverException if that failed for some, which then are not verified; the others were compared
     */
    public void poll() throws DriverException {
        if (inFlight.isEmpty()) {
            return;
        }
        int[] mode = DriverCalls.relax();
        String failure = null;
        try {
            for (CopyVerification next : inFlight) {
                try {
                    // Several threads may poll; the one that removes it concludes it.
                    if (next.finished() && inFlight.remove(next)) {
                        conclude(next, next.check());
                    }
                } catch (DriverException | RuntimeException e) {
                    // Its context has ended or is broken, and the buffers in it are lost. Other copies are not
                    // affected.
                    inFlight.remove(next);
                    failure = e.getMessage();
                }
            }
        } finally {
            DriverCalls.restore(mode);
        }
        if (failure != null) {
            throw new DriverException(failure);
        }
    }

    /** Records the result of a copy, unless there is none, and gives back what the verification used. */
    private void conclude(CopyVerification ended, CopyCheck check) {
        if (!ended.inconclusive()) {
            record(ended.position(), ended.copy(), check);
        }
        ended.release();
    }

    /** Records the result of a copy, and warns once for each device pair and kind of corruption. */
    private void record(long position, CopyEvent copy, CopyCheck check) {
        recorder.completed(position, check);
        String kind = copy.sourceDevice() + " " + copy.destinationDevice() + " " + check.verdict();
        if (corrupt(check) && printed.add(kind)) {
            printer.accept(describe(copy, check));
        }
    }

    private static boolean corrupt(CopyCheck check) {
        return switch (check.verdict()) {
            case INTACT, SOURCE_CHANGED, NOT_VERIFIED -> false;
            case ZEROED, STALE, PARTIAL, PERMUTED, DAMAGED -> true;
        };
    }

    /** Returns the line that reports a corrupt copy. */
    private static String describe(CopyEvent copy, CopyCheck check) {
        long planes = copy.volume() == null ? 1 : copy.volume().depth();
        long bytes = copy.bytes() * copy.rows() * planes;
        String way = copy.path() == CopyPath.REROUTED ? ", rerouted through the host's memory," : "";
        return "a copy of " + bytes + " bytes from " + place(copy.sourceDevice()) + " to "
                + place(copy.destinationDevice()) + way + " arrived "
                + check.verdict().label() + ": "
                + Integer.toUnsignedString(check.badBlocks()) + " bad blocks of " + (1L << check.blockShift())
                + " bytes, the first at byte "
                + (Integer.toUnsignedLong(check.firstBadBlock()) << check.blockShift());
    }

    private static String place(int device) {
        return device == DriverMemory.HOST ? "the host" : "GPU " + device;
    }
}
