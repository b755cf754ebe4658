package dev.rollcall.agent;

import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.StoreIdentity;
import dev.rollcall.recorder.CommunicatorRecorder;
import dev.rollcall.recorder.CommunicatorSpec;
import dev.rollcall.recorder.RecordedCommunicator;
import java.util.stream.IntStream;

/** Does the work of the hooks of the creation and end of communicators, and of the stores where ranks rendezvous. Thread-safe. */
final class CommunicatorHooks {
    private final LibraryBindings bindings;
    private final ThreadLocal<HookedThread> threads;
    private final ProcessIdentity process;
    private final CommunicatorRecorder communicators;

    CommunicatorHooks(
            LibraryBindings bindings,
            ThreadLocal<HookedThread> threads,
            ProcessIdentity process,
            CommunicatorRecorder communicators) {
        this.bindings = bindings;
        this.threads = threads;
        this.process = process;
        this.communicators = communicators;
    }

    /** Before the creation of a communicator without a parent. */
    long enter(int hook, Object store, Object name, long rank, long size) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = thread.enter(hook) ? bindings.method(hook) : null;
        if (method == null) {
            return HookToken.NOT_RECORDED;
        }
        String label = method.library().label(name);
        StoreIdentity place = store == null
                ? new StoreIdentity(label, label)
                : method.library().storeIdentity(store);
        String identity = store == null || place.known() ? place.identity() : null;
        begin(thread, method, CommunicatorSpec.of(identity, place.prefix(), (int) rank, (int) size));
        return 0;
    }

    /** Before the split of a communicator. Ranks that get no new communicator only count the split. */
    long enterSplit(int hook, Object parent, Object members, Object excluded, Object store, Object name)
            throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = thread.enter(hook) ? bindings.method(hook) : null;
        if (method == null) {
            return HookToken.NOT_RECORDED;
        }
        LibraryAdapter library = method.library();
        RecordedCommunicator whole = bindings.communicator(method, parent);
        int ordinal = whole.nextSplit();
        int[] ranks = excluded == null ? library.ranks(members) : without(whole.size(), library.ranks(excluded));
        int rank = indexOf(whole.rank(), ranks);
        if (rank < 0 && ranks.length > 0) {
            return HookToken.NOT_RECORDED;
        }
        StoreIdentity place = store == null ? StoreIdentity.UNKNOWN : library.storeIdentity(store);
        String given = library.label(name);
        String label = given.isEmpty() ? place.prefix() : given;
        String identity = place.known() ? place.identity() : null;
        begin(thread, method, CommunicatorSpec.split(whole, ordinal, ranks, rank, identity, label));
        return 0;
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

    private void begin(HookedThread thread, BoundMethod method, CommunicatorSpec spec) {
        thread.creating = communicators.joining(
                thread.recording, method.communicators(), method.called(), spec, method.function());
    }

    /** After the creation of a communicator; null if the library made none. */
    void leave(int hook, long token, Object made) throws Throwable {
        HookedThread thread = threads.get();
        thread.leave();
        if (token == HookToken.NOT_RECORDED) {
            return;
        }
        if (made == null) {
            notJoined(thread, hook, "the library made none");
            return;
        }
        BoundMethod method = bindings.method(hook);
        RecordedCommunicator created = thread.creating;
        thread.creating = null;
        if (created.rank() < 0) {
            communicators.rank(created, method.library().rank(made));
        }
        communicators.joined(
                thread.recording,
                method.communicators(),
                created,
                method.library().key(made),
                method.function());
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
        RecordedCommunicator failed = thread.creating;
        thread.creating = null;
        communicators.notJoined(thread.recording, method.communicators(), failed, failure, method.function());
    }

    /** Before the end of a communicator, which may block. */
    void enterLeave(int hook, Object communicator) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = bindings.method(hook);
        if (method != null && !thread.inside()) {
            RecordedCommunicator ended = bindings.communicator(method, communicator);
            communicators.left(thread.recording, ended, method.called(), method.function());
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
