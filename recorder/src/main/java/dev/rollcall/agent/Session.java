package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.library.CallArguments;
import dev.rollcall.library.CallReader;
import dev.rollcall.library.Libraries;
import dev.rollcall.library.Library;
import dev.rollcall.library.StoreName;
import dev.rollcall.recorder.Communicator;
import dev.rollcall.recorder.Communicators;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.Operation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Brings together what the hooks are told, what the libraries read and what the recorder writes. Thread-safe. */
final class Session {
    private final HookTable hooks;
    private final Recorder recorder;
    private final ProcessIdentity process;
    private final Libraries libraries = new Libraries(new TraceVocabulary());
    private final Map<Library, Communicators> communicators = new ConcurrentHashMap<>();
    private final ThreadLocal<HookThread> threads;

    Session(HookTable hooks, Recorder recorder, ProcessIdentity process) {
        this.hooks = hooks;
        this.recorder = recorder;
        this.process = process;
        this.threads = ThreadLocal.withInitial(() -> new HookThread(recorder.newThread()));
    }

    Recorder recorder() {
        return recorder;
    }

    long enterCall(
            int hook,
            Object object,
            Object input,
            Object output,
            Object options,
            Object type,
            Object reduction,
            long count,
            long root,
            long peer,
            long tag)
            throws Throwable {
        HookThread thread = threads.get();
        if (thread.depth++ > 0) {
            return Hooks.NOT_RECORDED;
        }
        HookedMethod method = hooks.get(hook);
        HookedMethod.Binding bound = bound(method);
        CallArguments arguments = thread.arguments;
        arguments.clear();
        try {
            bound.reader().read(input, output, options, type, reduction, count, root, peer, tag, arguments);
        } catch (Exception e) {
            // What the library will not tell, such as of a null argument, stays unknown; the call itself may throw too.
        }
        return recorder.begin(
                thread.recording,
                method.called(),
                communicator(bound, object),
                bound.operation(),
                TraceVocabulary.elementType(arguments.elementType),
                TraceVocabulary.reduction(arguments.reduction),
                arguments.count,
                bound.operation().pointToPoint() ? arguments.peer : arguments.root,
                arguments.tag,
                bound.function(),
                !method.entry().returnsWork());
    }

    void leaveCall(int hook, long token, Object result) throws Throwable {
        HookThread thread = threads.get();
        thread.depth--;
        if (token < 0) {
            return;
        }
        HookedMethod method = hooks.get(hook);
        if (!method.entry().returnsWork() || result == null) {
            recorder.completed(thread.recording, token);
            return;
        }
        HookedMethod.Binding bound = bound(method);
        Library library = bound.library();
        Object handle = null;
        if (bound.watchable() && recorder.watched(thread.recording)) {
            try {
                handle = library.watch(result);
            } catch (Exception e) {
                // A backend whose works cannot be watched; only the application's waits tell of their end.
                handle = null;
            }
        }
        recorder.enqueued(thread.recording, token, library.key(result), bound.completion(), handle);
    }

    void failCall(int hook, long token, Throwable failure) throws Throwable {
        HookThread thread = threads.get();
        thread.depth--;
        if (token >= 0) {
            recorder.failed(thread.recording, token, text(hook, failure));
        }
    }

    long enterBirth(int hook, Object store, Object name, long rank, long size) throws Throwable {
        HookThread thread = threads.get();
        if (thread.depth++ > 0) {
            return Hooks.NOT_RECORDED;
        }
        HookedMethod method = hooks.get(hook);
        HookedMethod.Binding bound = bound(method);
        String given = name == null ? "" : name.toString();
        StoreName place =
                store == null ? new StoreName(given, given) : bound.library().storeName(store);
        thread.birth = recorder.communicators()
                .joining(
                        thread.recording,
                        bound.communicators(),
                        method.called(),
                        place.identity(),
                        place.prefix(),
                        (int) rank,
                        (int) size,
                        bound.function());
        return 0;
    }

    void leaveBirth(int hook, long token, Object made) throws Throwable {
        HookThread thread = threads.get();
        thread.depth--;
        if (token >= 0) {
            HookedMethod.Binding bound = bound(hooks.get(hook));
            long key = bound.library().key(made);
            recorder.communicators()
                    .joined(thread.recording, bound.communicators(), thread.birth, key, bound.function());
            thread.birth = null;
        }
    }

    void failBirth(int hook, long token, Throwable failure) throws Throwable {
        HookThread thread = threads.get();
        thread.depth--;
        if (token >= 0) {
            int function = bound(hooks.get(hook)).function();
            recorder.communicators().notJoined(thread.recording, thread.birth, text(hook, failure), function);
            thread.birth = null;
        }
    }

    void leaveStore(int hook, Object store, Object name, Object below, Object options) throws Throwable {
        HookedMethod method = hooks.get(hook);
        try {
            bound(method).library().storeMade(method.entry().operation(), store, name, below, options);
        } catch (Exception e) {
            // A store that will not tell its name; communicators that meet there have no identity then.
        }
    }

    long enterWait(int hook, Object work) throws Throwable {
        return recorder.waiting(bound(hooks.get(hook)).library().key(work));
    }

    void failWait(int hook, long token, Throwable failure) throws Throwable {
        recorder.waited(token, text(hook, failure));
    }

    private String text(int hook, Throwable failure) throws ReflectiveOperationException {
        String message = failure.getMessage();
        String type = failure.getClass().getName();
        return message == null
                ? type
                : type + ": " + bound(hooks.get(hook)).library().message(message);
    }

    void leaveTest(int hook, Object work) throws Throwable {
        Library library = bound(hooks.get(hook)).library();
        // Why work failed is told by a wait or by its handle, and not by asking whether it has finished.
        if (library.succeeded(work)) {
            recorder.tested(library.key(work));
        }
    }

    private Communicator communicator(HookedMethod.Binding bound, Object object) throws Throwable {
        Library library = bound.library();
        long key = library.key(object);
        Communicator known = bound.communicators().find(key);
        if (known != null) {
            return known;
        }
        synchronized (bound.communicators()) {
            Communicator meanwhile = bound.communicators().find(key);
            if (meanwhile != null) {
                return meanwhile;
            }
            int rank = process.rank();
            int size = process.world();
            try {
                rank = library.rank(object) < 0 ? rank : library.rank(object);
                size = library.size(object) < 0 ? size : library.size(object);
            } catch (Exception e) {
                // A communicator that will not tell; what the launcher said is the best that is known.
            }
            return recorder.communicators().adopt(bound.communicators(), key, rank, size);
        }
    }

    private HookedMethod.Binding bound(HookedMethod method) throws ReflectiveOperationException {
        HookedMethod.Binding bound = method.binding();
        if (bound == null) {
            bound = bind(method);
            method.bind(bound);
        }
        return bound;
    }

    private HookedMethod.Binding bind(HookedMethod method) throws ReflectiveOperationException {
        CatalogueEntry entry = method.entry();
        Library library = libraries.of(entry.library(), method.loader());
        boolean isCall = entry.kind() == EntryKind.CALL;
        CallReader reader = isCall ? library.reader(entry) : null;
        return new HookedMethod.Binding(
                library,
                communicators.computeIfAbsent(
                        library, made -> recorder.communicators().of(entry.library())),
                new LibraryCompletion(library),
                reader,
                isCall ? TraceVocabulary.operation(entry.operation()) : Operation.UNKNOWN,
                recorder.function(method.called().method()),
                isCall && library.watchable(entry));
    }
}
