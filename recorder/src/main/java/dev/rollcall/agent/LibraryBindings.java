package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.LibraryAdapters;
import dev.rollcall.recorder.CommunicatorsByKey;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceWriter;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** Binds hooked methods to their libraries, and finds the communicators that the libraries' objects stand for. Thread-safe. */
final class LibraryBindings {
    private final HookedMethods methods;
    private final Recorder recorder;
    private final ProcessIdentity process;
    private final TraceWriter trace;
    private final LibraryAdapters libraries = new LibraryAdapters();
    private final Map<LibraryAdapter, CommunicatorsByKey> communicators =
            Collections.synchronizedMap(new WeakHashMap<>());

    LibraryBindings(HookedMethods methods, Recorder recorder, ProcessIdentity process, TraceWriter trace) {
        this.methods = methods;
        this.recorder = recorder;
        this.process = process;
        this.trace = trace;
    }

    /** Returns the method with a hook's number, null where its library is not of a known version. */
    BoundMethod method(int hook) {
        HookedMethod method = methods.get(hook);
        BoundMethod bound = method.bound();
        return bound != null || method.unusable() ? bound : bindOnce(method);
    }

    private BoundMethod bindOnce(HookedMethod method) {
        synchronized (method) {
            if (method.bound() == null && !method.unusable()) {
                try {
                    method.bind(bind(method));
                } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                    method.markUnusable();
                    String className = method.called().className();
                    trace.instrumented(className, method.called().method(), "", false, e.toString());
                    AgentLog.print(className + "." + method.called().method() + " is not recorded: " + e);
                }
            }
            return method.bound();
        }
    }

    private BoundMethod bind(HookedMethod method) throws ReflectiveOperationException {
        CatalogueEntry entry = method.entry();
        LibraryAdapter library = libraries.of(entry.library(), method.loader());
        boolean isCall = entry.kind() == EntryKind.CALL;
        return new BoundMethod(
                entry,
                method.called(),
                library,
                communicators.computeIfAbsent(library, added -> communicators(added, entry.library())),
                isCall ? library.reader(entry) : null,
                isCall ? Operation.ofLabel(entry.operation()) : Operation.UNKNOWN,
                recorder.function(method.called().method()),
                isCall
                        && entry.ending() == CompletionSign.STATUS
                        && entry.roles().contains(ArgumentRole.STREAM),
                method.loader(),
                isCall && library.watchable(entry));
    }

    private CommunicatorsByKey communicators(LibraryAdapter library, String name) {
        CommunicatorsByKey made = recorder.communicators().of(name);
        library.whenGone(made::forget);
        return made;
    }

    /** Returns the communicator that an object stands for. One whose creation was not recorded is described by its library. */
    RecordedCommunicator communicator(BoundMethod method, Object object) throws Throwable {
        LibraryAdapter library = method.library();
        CommunicatorsByKey known = method.communicators();
        long key = library.key(object);
        RecordedCommunicator found = known.find(key);
        if (found != null) {
            return found;
        }
        synchronized (known) {
            RecordedCommunicator meanwhile = known.find(key);
            if (meanwhile != null) {
                return meanwhile;
            }
            int rank = library.rank(object);
            int size = library.size(object);
            // Where the library does not say, the launcher's world is the best guess.
            return recorder.communicators()
                    .adopt(known, key, rank < 0 ? process.rank() : rank, size < 0 ? process.world() : size);
        }
    }

    /** Returns an exception out of a method as the trace stores it: its class, and the part of its message for people. */
    String text(int hook, Throwable failure) {
        String type = failure.getClass().getName();
        try {
            String message = message(failure);
            BoundMethod method = method(hook);
            return message.isEmpty() || method == null
                    ? type
                    : type + ": " + method.library().message(message);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return type;
        }
    }

    /** Returns an exception's message, empty without one. The message is the application's code, and may throw itself. */
    static String message(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : message;
        } catch (Throwable e) {
            return "";
        }
    }
}
