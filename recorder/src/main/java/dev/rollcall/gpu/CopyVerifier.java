package dev.rollcall.gpu;

import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Verifies copies between and within GPUs: sums both sides in the order of the copy's stream, each on the device that holds
 * it, and compares when the sums have come to the host. Changes neither the current context nor any error's state; makes
 * threads wait only where {@link OnCorruption} says so. Thread-safe.
 */
public final class CopyVerifier {
    private final GpuContexts contexts = new GpuContexts();
    private final Queue<CopyVerification> inFlight = new ConcurrentLinkedQueue<>();
    private final Set<Pair> rerouted = ConcurrentHashMap.newKeySet();
    private final Map<Pair, Boolean> reach = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final CopyRecorder recorder;
    private final OnCorruption mode;
    private final Consumer<String> tell;
    private volatile HostRoute route;

    private record Pair(int source, int destination) {}

    private CopyVerifier(CopyRecorder recorder, OnCorruption mode, Consumer<String> tell) {
        this.recorder = recorder;
        this.mode = mode;
        this.tell = tell;
    }

    /**
     * Makes a verifier, and records the devices that this process sees.
     *
     * @param tell prints one line for the user
     * @throws DriverException if the driver refuses
     * @throws LinkageError without JCuda's classes or natives
     */
    public static CopyVerifier create(CopyRecorder recorder, OnCorruption mode, Consumer<String> tell)
            throws DriverException {
        Devices.open();
        recorder.devices(Devices.uuids());
        return new CopyVerifier(recorder, mode, tell);
    }

    /** Returns the ordinal of the device that holds an address; -1 for the host's memory. */
    public int device(long address) {
        return GpuContexts.device(address);
    }

    /** Returns the way that a copy between two devices will take; where either is possible, nobody can ask which. */
    public CopyPath path(int source, int destination) throws DriverException {
        if (rerouted.contains(new Pair(source, destination))) {
            return CopyPath.REROUTED;
        }
        Boolean reached = reach.get(new Pair(source, destination));
        if (reached == null) {
            reached = Devices.reach(source, destination);
            reach.put(new Pair(source, destination), reached);
        }
        return reached ? CopyPath.UNKNOWN : CopyPath.STAGED;
    }

    /** Returns whether work on a stream becomes a part of a graph. */
    public boolean capturing(long stream) {
        return QuietDriver.capturing(Handles.stream(stream));
    }

    /**
     * Enqueues what precedes a copy.
     *
     * @param position where the copy is recorded
     * @return what to give to {@link #after}; null where too many are in flight to verify it
     */
    public CopyVerification before(CopyEvent copy, long position) throws DriverException {
        // Only what the driver knows is ever read: a kernel that reads elsewhere would take the application's context
        // along.
        boolean known = GpuContexts.onDevice(DeviceRegion.source(copy).address())
                && GpuContexts.onDevice(DeviceRegion.destination(copy).address());
        if (!known || copy.bytes() < 1 || copy.rows() < 1) {
            return null;
        }
        int[] careful = QuietDriver.relax();
        try {
            GpuContext owner = contexts.ofStream(copy.stream());
            owner.push();
            try {
                CopyVerification begun = contexts.verification(owner, copy, position);
                if (begun == null) {
                    poll();
                    begun = contexts.verification(owner, copy, position);
                }
                if (begun != null) {
                    begun.before();
                }
                return begun;
            } finally {
                owner.pop();
            }
        } finally {
            QuietDriver.restore(careful);
        }
    }

    /** Gives up a verification whose copy was not made. */
    public void abandon(CopyVerification begun) {
        // What was enqueued still writes into its room, which is therefore not used again.
        inFlight.remove(begun);
    }

    /**
     * Enqueues what follows a copy; waits for it, and acts, where the mode says so.
     *
     * @throws CorruptCopyException if the copy arrived wrong and the mode is to throw
     */
    public void after(CopyVerification begun) throws DriverException {
        int[] careful = QuietDriver.relax();
        try {
            boolean byHost = begun.copy().path() == CopyPath.REROUTED;
            if (byHost) {
                route().copy(begun);
            }
            begun.after(mode != OnCorruption.WARN);
            if (mode == OnCorruption.WARN) {
                inFlight.add(begun);
                return;
            }
            begun.await();
            CopyCheck check = begun.check();
            conclude(begun, check);
            if (corrupt(check) && mode == OnCorruption.REROUTE && !byHost) {
                reroute(begun);
            } else if (corrupt(check) && (mode == OnCorruption.THROW || byHost)) {
                throw new CorruptCopyException(Corruption.describe(begun.copy(), check));
            }
        } finally {
            QuietDriver.restore(careful);
        }
    }

    private void reroute(CopyVerification bad) throws DriverException {
        CopyEvent copy = bad.copy();
        rerouted.add(new Pair(copy.sourceDevice(), copy.destinationDevice()));
        CopyEvent again = copy.by(CopyPath.REROUTED);
        CopyVerification second = before(again, recorder.begin(again));
        if (second != null) {
            route().copy(second);
            second.after(true);
            second.await();
            CopyCheck check = second.check();
            conclude(second, check);
            if (corrupt(check)) {
                throw new CorruptCopyException(Corruption.describe(again, check));
            }
        }
    }

    private HostRoute route() throws DriverException {
        synchronized (rerouted) {
            if (route == null) {
                route = new HostRoute();
            }
            return route;
        }
    }

    private static boolean corrupt(CopyCheck check) {
        return check.verdict() != CopyVerdict.INTACT && check.verdict() != CopyVerdict.SOURCE_CHANGED;
    }

    private void conclude(CopyVerification ended, CopyCheck check) {
        recorder.completed(ended.position(), check);
        CopyEvent copy = ended.copy();
        ended.release();
        String kind = copy.sourceDevice() + " " + copy.destinationDevice() + " " + check.verdict();
        if (corrupt(check) && told.add(kind)) {
            tell.accept(Corruption.describe(copy, check));
        }
    }

    /** Compares the copies whose sums have come; does not wait. */
    public void poll() throws DriverException {
        if (inFlight.isEmpty()) {
            return;
        }
        int[] careful = QuietDriver.relax();
        try {
            for (Iterator<CopyVerification> each = inFlight.iterator(); each.hasNext(); ) {
                CopyVerification next = each.next();
                // Two threads may poll; who removes it has it.
                if (next.finished() && inFlight.remove(next)) {
                    conclude(next, next.check());
                }
            }
        } finally {
            QuietDriver.restore(careful);
        }
    }
}
