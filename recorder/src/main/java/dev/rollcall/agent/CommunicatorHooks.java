package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.StoreIdentity;
import dev.rollcall.library.WorkState;
import dev.rollcall.recorder.CommunicatorRecorder;
import dev.rollcall.recorder.CommunicatorSpec;
import dev.rollcall.recorder.RecordedCommunicator;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Does the work of the hooks of the creation and end of communicators, and of the stores where ranks rendezvous. Thread-safe. */
final class CommunicatorHooks {
    /** When this process started, in milliseconds since 1970: with its id, this tells processes of one host apart. */
    private static final long START = ProcessHandle.current()
            .info()
            .startInstant()
            .map(Instant::toEpochMilli)
            .orElse(0L);

    private final LibraryBindings bindings;
    private final ThreadLocal<HookedThread> threads;
    private final ProcessIdentity process;
    private final CommunicatorRecorder communicators;
    private final IssueHooks issues;
    private final DeviceHooks devices;
    private final StreamCompletions streams;
    private final AtomicInteger inOneProcess = new AtomicInteger();

    CommunicatorHooks(
            LibraryBindings bindings,
            ThreadLocal<HookedThread> threads,
            ProcessIdentity process,
            CommunicatorRecorder communicators,
            IssueHooks issues,
            DeviceHooks devices,
            StreamCompletions streams) {
        this.bindings = bindings;
        this.threads = threads;
        this.process = process;
        this.communicators = communicators;
        this.issues = issues;
        this.devices = devices;
        this.streams = streams;
    }

    /** Before the creation of a communicator without a parent. */
    long enter(int hook, Object store, Object name, Object devices, long rank, long size) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = thread.enter(hook) ? bindings.method(hook) : null;
        if (method == null) {
            return HookToken.NOT_RECORDED;
        }
        LibraryAdapter library = method.library();
        String label = library.label(name);
        if (method.has(ArgumentRole.DEVICES)) {
            beginAll(thread, method, label, devices, (int) size);
            return 0;
        }
        StoreIdentity place =
                method.has(ArgumentRole.STORE) ? library.storeIdentity(store) : new StoreIdentity(label, label);
        String identity = !method.has(ArgumentRole.STORE) || place.known() ? place.identity() : null;
        String given = place.prefix().isEmpty() ? label : place.prefix();
        begin(
                thread,
                method,
                place.unique()
                        ? CommunicatorSpec.unique(identity, given, (int) rank, (int) size)
                        : CommunicatorSpec.of(identity, given, (int) rank, (int) size),
                library.currentDevice());
        return 0;
    }

    /** Records that the communicators of all ranks of a job are being created in this process, one for each device. */
    private void beginAll(HookedThread thread, BoundMethod method, String label, Object devices, int size)
            throws Throwable {
        String place = process.host() + ":" + process.pid() + ":" + START + "#" + inOneProcess.incrementAndGet();
        int[] ordinals = devices == null
                ? IntStream.range(0, size).toArray()
                : method.library().ranks(devices);
        for (int rank = 0; rank < size; rank++) {
            int device = rank < ordinals.length ? ordinals[rank] : -1;
            begin(thread, method, CommunicatorSpec.unique(place, label, rank, size), device);
        }
    }

    /** Before the split of a communicator. Ranks that get no new communicator only count the split. */
    long enterSplit(
            int hook,
            Object parent,
            Object members,
            Object excluded,
            Object store,
            Object name,
            long count,
            long colour)
            throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = thread.enter(hook) ? bindings.method(hook) : null;
        if (method == null) {
            return HookToken.NOT_RECORDED;
        }
        LibraryAdapter library = method.library();
        RecordedCommunicator whole = bindings.communicator(method, parent);
        int ordinal = whole.nextSplit();
        String given = library.label(name);
        if (method.has(ArgumentRole.COLOUR)) {
            if (colour < 0) {
                return HookToken.NOT_RECORDED;
            }
            begin(thread, method, CommunicatorSpec.colour(whole, ordinal, (int) colour, given), whole.device());
            return 0;
        }
        int[] ranks = excluded == null
                ? library.ranks(members)
                : without(whole.size(), first(count, library.ranks(excluded)));
        int rank = indexOf(whole.rank(), ranks);
        if (rank < 0 && ranks.length > 0) {
            return HookToken.NOT_RECORDED;
        }
        StoreIdentity place = store == null ? StoreIdentity.UNKNOWN : library.storeIdentity(store);
        String label = given.isEmpty() ? place.prefix() : given;
        String identity = place.known() ? place.identity() : null;
        begin(thread, method, CommunicatorSpec.split(whole, ordinal, ranks, rank, identity, label), whole.device());
        return 0;
    }

    private static int[] first(long count, int[] ranks) {
        return count < 0 || count >= ranks.length ? ranks : Arrays.copyOf(ranks, (int) count);
    }

    /** Returns the ranks of a communicator that are not excluded; empty where the size or the list is unknown. */
    private static int[] without(int size, int[] excluded) {
        return excluded.length == 0
                ? excluded
                : IntStream.range(0, size)
                        .filter(rank -> indexOf(rank, excluded) < 0)
                        .toArray();
    }

    private static int indexOf(int rank, int[] ranks) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    private void begin(HookedThread thread, BoundMethod method, CommunicatorSpec spec, int device) {
        RecordedCommunicator begun = communicators.joining(
                thread.recording, method.communicators(), method.called(), spec, method.function());
        communicators.device(begun, device);
        if (device >= 0) {
            devices.creating(method.loader());
            streams.prepare(method.loader(), begun);
        }
        thread.creating.add(begun);
    }

    /** After the creation of one or more communicators; {@code made} is null if the library made none. */
    void leave(int hook, long token, Object made, long result) throws Throwable {
        HookedThread thread = threads.get();
        thread.leave();
        if (token == HookToken.NOT_RECORDED) {
            return;
        }
        BoundMethod method = bindings.method(hook);
        WorkState status =
                method.entry().ending() == CompletionSign.STATUS ? method.status(result) : WorkState.SUCCEEDED;
        if (made == null || status.kind() == WorkState.Kind.FAILED) {
            notJoined(thread, hook, made == null ? "the library made none" : status.failure());
            return;
        }
        List<RecordedCommunicator> created = thread.takeCreating();
        for (int i = 0; i < created.size(); i++) {
            issues.created(thread, new Creation(method, created.get(i), new WeakReference<>(made), i), status);
        }
    }

    void fail(int hook, long token, Throwable failure) {
        HookedThread thread = threads.get();
        thread.leave();
        if (token != HookToken.NOT_RECORDED) {
            notJoined(thread, hook, bindings.text(hook, failure));
        }
    }

    private void notJoined(HookedThread thread, int hook, String failure) {
        BoundMethod method = bindings.method(hook);
        for (RecordedCommunicator failed : thread.takeCreating()) {
            communicators.notJoined(thread.recording, method.communicators(), failed, failure, method.function());
        }
    }

    /** Before the end of a communicator, which may block. */
    void enterLeave(int hook, Object communicator) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = bindings.method(hook);
        thread.leaving = null;
        if (method != null && !thread.inside()) {
            RecordedCommunicator ended = bindings.communicator(method, communicator);
            thread.leaving = ended;
            communicators.left(thread.recording, ended, method.called(), method.function());
            if (method.entry().kind() == EntryKind.ABORT) {
                issues.abort(ended);
            }
        }
    }

    /** After the end of a communicator, which its library may go on with. */
    void left(int hook, long result) throws Throwable {
        HookedThread thread = threads.get();
        RecordedCommunicator ended = thread.leaving;
        thread.leaving = null;
        if (ended != null) {
            issues.left(ended, bindings.method(hook), result);
        }
    }

    /** Before the creation of a store, where the ranks of the world rendezvous unless there is a communicator already. */
    long enterStore(int hook, Object name, Object options) throws Throwable {
        BoundMethod method = bindings.method(hook);
        if (method == null || process.rank() < 0 || process.world() < 0) {
            return HookToken.NOT_RECORDED;
        }
        StoreIdentity place = method.library().rendezvous(method.entry().operation(), name, options);
        if (!place.known()) {
            return HookToken.NOT_RECORDED;
        }
        HookedThread thread = threads.get();
        CommunicatorSpec world = CommunicatorSpec.of(place.identity(), "", process.rank(), process.world());
        thread.rendezvous = communicators.rendezvousBegins(
                thread.recording, method.communicators(), method.called(), world, method.function());
        return thread.rendezvous == null ? HookToken.NOT_RECORDED : 0;
    }

    void leaveStore(int hook, long token, Object store, Object name, Object below) throws Throwable {
        if (token >= 0) {
            HookedThread thread = threads.get();
            communicators.rendezvousEnded(thread.rendezvous);
            thread.rendezvous = null;
        }
        BoundMethod method = bindings.method(hook);
        if (method != null) {
            method.library().storeMade(method.entry().operation(), store, name, below);
        }
    }

    void failStore(int hook, Throwable failure) {
        HookedThread thread = threads.get();
        communicators.rendezvousFailed(thread.rendezvous, bindings.text(hook, failure));
        thread.rendezvous = null;
    }
}
