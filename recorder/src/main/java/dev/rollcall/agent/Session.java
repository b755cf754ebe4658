package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.library.CallArguments;
import dev.rollcall.library.CallReader;
import dev.rollcall.library.GivenArguments;
import dev.rollcall.library.Libraries;
import dev.rollcall.library.Library;
import dev.rollcall.library.StoreName;
import dev.rollcall.library.WorkState;
import dev.rollcall.recorder.CallDetails;
import dev.rollcall.recorder.Communicator;
import dev.rollcall.recorder.Communicators;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceWriter;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** Brings together what the hooks are told, what the libraries read and what the recorder writes. Thread-safe. */
final class Session {
    private final HookTable hooks;
    private final Recorder recorder;
    private final ProcessIdentity process;
    private final TraceWriter notes;
    private final Libraries libraries = new Libraries(new TraceVocabulary());
    private final Map<Library, Communicators> communicators = Collections.synchronizedMap(new WeakHashMap<>());
    private final ThreadLocal<HookThread> threads;

    Session(HookTable hooks, Recorder recorder, ProcessIdentity process, TraceWriter notes) {
        this.hooks = hooks;
        this.notes = notes;
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
            Object inputSplits,
            Object outputSplits,
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
        if (bound == null) {
            return Hooks.NOT_RECORDED;
        }
        GivenArguments given = thread.given;
        given.input = input;
        given.output = output;
        given.options = options;
        given.type = type;
        given.reduction = reduction;
        given.inputSplits = inputSplits;
        given.outputSplits = outputSplits;
        given.count = count;
        given.root = root;
        given.peer = peer;
        given.tag = tag;
        CallArguments arguments = thread.arguments;
        arguments.clear();
        try {
            bound.reader().read(given, arguments);
        } finally {
            given.clear();
        }
        describe(thread.recording.call, bound, arguments);
        thread.recording.call.blocking = !method.entry().returnsWork();
        return recorder.begin(thread.recording, method.called(), communicator(bound, object));
    }

    private static void describe(CallDetails call, HookedMethod.Binding bound, CallArguments arguments) {
        call.operation = bound.operation();
        call.function = bound.function();
        call.type = TraceVocabulary.elementType(arguments.elementType);
        call.reduction = TraceVocabulary.reduction(arguments.reduction);
        call.countIn = arguments.countIn;
        call.countOut = arguments.countOut;
        call.rootOrPeer = bound.operation().pointToPoint() ? arguments.peer : arguments.root;
        call.tag = arguments.tag;
        call.reads(arguments.inputs.values(), arguments.inputs.size());
        call.writes(arguments.outputs.values(), arguments.outputs.size());
    }

    void leaveCall(int hook, long token, Object result) throws Throwable {
        HookThread thread = threads.get();
        thread.depth--;
        if (token == Hooks.NOT_RECORDED) {
            return;
        }
        HookedMethod method = hooks.get(hook);
        if (!method.entry().returnsWork() || result == null) {
            recorder.completed(thread.recording, token);
            return;
        }
        HookedMethod.Binding bound = bound(method);
        Library library = bound.library();
        boolean watch = bound.watchable() && recorder.watched(thread.recording);
        Object handle = watch ? library.watch(result) : null;
        recorder.enqueued(thread.recording, token, library.key(result), bound.completion(), handle);
    }

    void failCall(int hook, long token, Throwable failure) throws Throwable {
        HookThread thread = threads.get();
        thread.depth--;
        if (token != Hooks.NOT_RECORDED) {
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
        if (bound == null) {
            return Hooks.NOT_RECORDED;
        }
        String given = Foreign.text(name);
        StoreName place =
                store == null ? new StoreName(given, given) : bound.library().storeName(store);
        thread.birth = recorder.communicators()
                .joining(
                        thread.recording,
                        bound.communicators(),
                        method.called(),
                        store == null || place.known() ? place.identity() : null,
                        place.prefix(),
                        (int) rank,
                        (int) size,
                        bound.function());
        return 0;
    }

    void leaveBirth(int hook, long token, Object made) throws Throwable {
        HookThread thread = threads.get();
        thread.depth--;
        if (token != Hooks.NOT_RECORDED) {
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
        if (token != Hooks.NOT_RECORDED) {
            int function = bound(hooks.get(hook)).function();
            recorder.communicators().notJoined(thread.recording, thread.birth, text(hook, failure), function);
            thread.birth = null;
        }
    }

    void leaveStore(int hook, Object store, Object name, Object below, Object options) throws Throwable {
        HookedMethod method = hooks.get(hook);
        HookedMethod.Binding bound = bound(method);
        if (bound != null) {
            bound.library().storeMade(method.entry().operation(), store, name, below, options);
        }
    }

    long enterWait(int hook, Object work) throws Throwable {
        HookedMethod.Binding bound = bound(hooks.get(hook));
        return bound == null
                ? Hooks.NOT_RECORDED
                : recorder.waiting(bound.library().key(work));
    }

    void failWait(int hook, long token, Object work, Throwable failure) throws Throwable {
        // The wait may have thrown because it took too long, and then the work is still pending.
        HookedMethod.Binding bound = bound(hooks.get(hook));
        if (bound == null) {
            return;
        }
        switch (state(bound.library(), work).kind()) {
            case RUNNING -> {}
            case DONE -> recorder.waited(token, null);
            case FAILED, FINISHED -> recorder.waited(token, text(hook, failure));
            case UNTOLD -> recorder.waitThrew(token, text(hook, failure));
        }
    }

    private String text(int hook, Throwable failure) {
        String message = Foreign.message(failure);
        String type = failure.getClass().getName();
        HookedMethod.Binding bound = bound(hooks.get(hook));
        return message.isEmpty() || bound == null
                ? type
                : type + ": " + bound.library().message(message);
    }

    void leaveTest(int hook, Object work) throws Throwable {
        HookedMethod.Binding bound = bound(hooks.get(hook));
        if (bound == null || threads.get().depth > 0) {
            return;
        }
        long token = recorder.inFlight(bound.library().key(work));
        if (token < 0) {
            return;
        }
        WorkState state = state(bound.library(), work);
        switch (state.kind()) {
            case RUNNING -> {}
            case DONE, FAILED -> recorder.waited(token, state.failure());
            case FINISHED, UNTOLD -> recorder.finishedSomehow(token);
        }
    }

    /** Asks the library about a work; what the hooks see of that is not the application's. */
    private WorkState state(Library library, Object work) throws Throwable {
        HookThread thread = threads.get();
        thread.depth++;
        try {
            return library.state(work);
        } finally {
            thread.depth--;
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
            int rank = library.rank(object);
            int size = library.size(object);
            // Of a communicator that will not tell, what the launcher said is the best that is known.
            return recorder.communicators()
                    .adopt(
                            bound.communicators(),
                            key,
                            rank < 0 ? process.rank() : rank,
                            size < 0 ? process.world() : size);
        }
    }

    /** Returns what a method's hooks use, null where its library is not as this version knows it. */
    private HookedMethod.Binding bound(HookedMethod method) {
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
                    Messages.tell(className + "." + method.called().method() + " is not recorded: " + e);
                }
            }
            return method.binding();
        }
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
