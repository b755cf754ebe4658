package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.library.CallArguments;
import dev.rollcall.library.CallReader;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.recorder.CalledMethod;
import dev.rollcall.recorder.CommunicatorsByKey;
import dev.rollcall.recorder.Completion;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.trace.Operation;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A method that was wrapped, and what is needed to record a call of it. Binding waits for the first call, because the
 * library's classes cannot be loaded while one of them is being transformed. Thread-safe.
 */
final class HookedMethod {
    /** Holds what refers to a class's loader by the class itself, so that it does not outlive either. */
    private static final ClassValue<Queue<Binding>> HELD = new ClassValue<>() {
        @Override
        protected Queue<Binding> computeValue(Class<?> type) {
            return new ConcurrentLinkedQueue<>();
        }
    };

    private final CatalogueEntry entry;
    private final WeakReference<ClassLoader> loader;
    private final CalledMethod called;
    private volatile Reference<Binding> binding = new WeakReference<>(null);
    private volatile boolean unusable;

    HookedMethod(int number, CatalogueEntry entry, ClassLoader loader, String className, String method) {
        this.entry = entry;
        this.loader = new WeakReference<>(loader);
        this.called = new CalledMethod(number + 1, className, method);
    }

    CatalogueEntry entry() {
        return entry;
    }

    /** Returns the loader of the method's class, null once it is gone. */
    ClassLoader loader() {
        return loader.get();
    }

    CalledMethod called() {
        return called;
    }

    /** Returns the library as bound before, null before the first call. */
    Binding binding() {
        return binding.get();
    }

    /** Sets what was bound at the first call, for as long as the method's class lives. */
    void bind(Binding bound) throws ClassNotFoundException {
        HELD.get(Class.forName(called.className(), false, loader())).add(bound);
        binding = new WeakReference<>(bound);
    }

    /** Returns whether the library cannot be bound, so that calls of this method are not recorded. */
    boolean unusable() {
        return unusable;
    }

    /** Learns that the library cannot be bound. */
    void giveUp() {
        unusable = true;
    }

    /**
     * What a hook uses at each call.
     *
     * @param operation what a call does; {@link Operation#UNKNOWN} for other kinds of methods
     * @param function the id in the heap of the method's name
     * @param watchable whether the works of the call can be asked
     */
    record Binding(
            LibraryAdapter library,
            CommunicatorsByKey communicators,
            Completion completion,
            CallReader reader,
            Operation operation,
            int function,
            boolean watchable) {
        /** Gives a call about to be recorded what the binding and its arguments tell of it. */
        void describe(RecordedCall call, CallArguments arguments) {
            call.operation = operation;
            call.function = function;
            call.type = TraceVocabulary.elementType(arguments.elementType);
            call.reduction = TraceVocabulary.reduction(arguments.reduction);
            call.countIn = arguments.countIn;
            call.countOut = arguments.countOut;
            call.rootOrPeer = operation.pointToPoint() ? arguments.peer : arguments.root;
            call.tag = arguments.tag;
            call.reads(arguments.inputs.values(), arguments.inputs.size());
            call.writes(arguments.outputs.values(), arguments.outputs.size());
        }
    }
}
