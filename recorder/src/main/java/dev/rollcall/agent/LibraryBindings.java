package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.library.CallReader;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.LibraryAdapters;
import dev.rollcall.recorder.CommunicatorRecorder;
import dev.rollcall.recorder.CommunicatorsByKey;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceWriter;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.ToIntFunction;

/** Finds for a hook's number its method, and for its objects the libraries and communicators that know them. Thread-safe. */
final class LibraryBindings {
    private final HookedMethods hooks;
    private final CommunicatorRecorder recorder;
    private final ToIntFunction<String> functions;
    private final ProcessIdentity process;
    private final TraceWriter notes;
    private final LibraryAdapters libraries = new LibraryAdapters(new TraceVocabulary());
    private final Map<LibraryAdapter, CommunicatorsByKey> communicators =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** Makes bindings; {@code functions} gives the id in the heap of a function's name. */
    LibraryBindings(
            HookedMethods hooks,
            CommunicatorRecorder recorder,
            ToIntFunction<String> functions,
            ProcessIdentity process,
            TraceWriter notes) {
        this.hooks = hooks;
        this.recorder = recorder;
        this.functions = functions;
        this.process = process;
        this.notes = notes;
    }

    /** Returns the method with a number. */
    HookedMethod method(int hook) {
        return hooks.get(hook);
    }

    /** Returns an exception out of a method, as a trace keeps it. */
    String text(int hook, Throwable failure) {
        String type = failure.getClass().getName();
        try {
            String message = SafeText.message(failure);
            HookedMethod.Binding bound = bound(method(hook));
            return message.isEmpty() || bound == null
                    ? type
                    : type + ": " + bound.library().message(message);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return type;
        }
    }

    /** Returns the communicator that an object stands for; of one whose birth was not seen, what the library tells. */
    RecordedCommunicator communicator(HookedMethod.Binding bound, Object object) throws Throwable {
        LibraryAdapter library = bound.library();
        long key = library.key(object);
        RecordedCommunicator known = bound.communicators().find(key);
        if (known != null) {
            return known;
        }
        synchronized (bound.communicators()) {
            RecordedCommunicator meanwhile = bound.communicators().find(key);
            if (meanwhile != null) {
                return meanwhile;
            }
            int rank = library.rank(object);
            int size = library.size(object);
            // Of a communicator that will not tell, what the launcher said is the best that is known.
            return recorder.adopt(
                    bound.communicators(), key, rank < 0 ? process.rank() : rank, size < 0 ? process.world() : size);
        }
    }

    /** Returns what a method's hooks use, null where its library is not as this version knows it. */
    HookedMethod.Binding bound(HookedMethod method) {
        HookedMethod.Binding bound = method.binding();
        return bound != null || method.unusable() ? bound : bindOnce(method);
    }

    private HookedMethod.Binding bindOnce(HookedMethod method) {
        synchronized (method) {
            if (method.binding() == null && !method.unusable()) {
                try {
                    method.bind(bind(method));
                } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                    method.giveUp();
                    String className = method.called().className();
                    notes.instrumented(className, method.called().method(), "", false, e.toString());
                    AgentLog.tell(className + "." + method.called().method() + " is not recorded: " + e);
                }
            }
            return method.binding();
        }
    }

    private HookedMethod.Binding bind(HookedMethod method) throws ReflectiveOperationException {
        CatalogueEntry entry = method.entry();
        LibraryAdapter library = libraries.of(entry.library(), method.loader());
        boolean isCall = entry.kind() == EntryKind.CALL;
        CallReader reader = isCall ? library.reader(entry) : null;
        return new HookedMethod.Binding(
                library,
                communicators.computeIfAbsent(library, made -> communicators(made, entry.library())),
                new LibraryCompletion(library),
                reader,
                isCall ? TraceVocabulary.operation(entry.operation()) : Operation.UNKNOWN,
                functions.applyAsInt(method.called().method()),
                isCall && library.watchable(entry));
    }

    private CommunicatorsByKey communicators(LibraryAdapter library, String name) {
        CommunicatorsByKey made = recorder.of(name);
        library.whenGone(made::forget);
        return made;
    }
}
