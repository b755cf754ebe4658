package dev.rollcall.agent;

import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.StoreIdentity;
import dev.rollcall.recorder.CommunicatorRecorder;
import dev.rollcall.recorder.CommunicatorSpec;
import dev.rollcall.recorder.RecordedCommunicator;
import java.util.stream.IntStream;

/** Records how communicators come to be, and where their ranks meet. Thread-safe. */
final class BirthSession {
    private final LibraryBindings bindings;
    private final CommunicatorRecorder recorder;
    private final ThreadLocal<HookedThread> threads;

    BirthSession(LibraryBindings bindings, CommunicatorRecorder recorder, ThreadLocal<HookedThread> threads) {
        this.bindings = bindings;
        this.recorder = recorder;
        this.threads = threads;
    }

    /** Before a communicator is made that stands on its own. */
    long enter(int hook, Object store, Object name, long rank, long size) throws Throwable {
        HookedThread thread = threads.get();
        if (!thread.enter()) {
            return Recording.NOT_RECORDED;
        }
        thread.outermost = hook;
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (bound == null) {
            return Recording.NOT_RECORDED;
        }
        String given = bound.library().label(name);
        StoreIdentity place = store == null
                ? new StoreIdentity(given, given)
                : bound.library().storeName(store);
        String meeting = store == null || place.known() ? place.identity() : null;
        begin(thread, method, bound, CommunicatorSpec.of(meeting, place.prefix(), (int) rank, (int) size));
        return 0;
    }

    /** Before a communicator is made of some ranks of another; those that are left out only count the split. */
    long enterSplit(int hook, Object whole, Object list, Object excluded, Object store, Object name) throws Throwable {
        HookedThread thread = threads.get();
        if (!thread.enter()) {
            return Recording.NOT_RECORDED;
        }
        thread.outermost = hook;
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (bound == null) {
            return Recording.NOT_RECORDED;
        }
        LibraryAdapter library = bound.library();
        RecordedCommunicator parent = bindings.communicator(bound, whole);
        int ordinal = parent.nextSplit();
        int[] ranks = excluded == null ? library.ranks(list) : without(parent.size(), library.ranks(excluded));
        int rank = indexOf(parent.rank(), ranks);
        if (rank < 0 && ranks.length > 0) {
            return Recording.NOT_RECORDED;
        }
        StoreIdentity place = store == null ? StoreIdentity.UNKNOWN : library.storeName(store);
        String given = library.label(name);
        String label = given.isEmpty() ? place.prefix() : given;
        String meeting = place.known() ? place.identity() : null;
        begin(thread, method, bound, CommunicatorSpec.split(parent, ordinal, ranks, rank, meeting, label));
        return 0;
    }

    /** Returns the ranks of a communicator of some size that are not left out; empty where one or the other is unknown. */
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

    private void begin(HookedThread thread, HookedMethod method, HookedMethod.Binding bound, CommunicatorSpec birth) {
        thread.birth =
                recorder.joining(thread.recording, bound.communicators(), method.called(), birth, bound.function());
    }

    /** After a communicator was made; null stands for none. */
    void leave(int hook, long token, Object made) throws Throwable {
        HookedThread thread = threads.get();
        thread.leave();
        if (token != Recording.NOT_RECORDED) {
            HookedMethod.Binding bound = bindings.bound(bindings.method(hook));
            LibraryAdapter library = bound.library();
            RecordedCommunicator birth = thread.birth;
            thread.birth = null;
            if (made == null) {
                recorder.notJoined(
                        thread.recording, bound.communicators(), birth, "the library made none", bound.function());
                return;
            }
            if (birth.rank() < 0) {
                recorder.rank(birth, library.rank(made));
            }
            recorder.joined(thread.recording, bound.communicators(), birth, library.key(made), bound.function());
        }
    }

    /** Before a communicator is ended. */
    void left(int hook, Object communicator) throws Throwable {
        HookedThread thread = threads.get();
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (bound != null && !thread.inside()) {
            RecordedCommunicator ended = bindings.communicator(bound, communicator);
            recorder.left(thread.recording, ended, method.called(), bound.function());
        }
    }

    /** After a communicator could not be made. */
    void fail(int hook, long token, Throwable failure) throws Throwable {
        HookedThread thread = threads.get();
        thread.leave();
        if (token != Recording.NOT_RECORDED) {
            HookedMethod.Binding bound = bindings.bound(bindings.method(hook));
            recorder.notJoined(
                    thread.recording,
                    bound.communicators(),
                    thread.birth,
                    bindings.text(hook, failure),
                    bound.function());
            thread.birth = null;
        }
    }
}
